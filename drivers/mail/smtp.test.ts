import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleMessage, testMailPort } from './conformance.ts';
import type { MailDriver } from './port.ts';
import { type SmtpSettings, smtpDriver } from './smtp.ts';
import { MailServer, mailboxNotFound, temporaryFailure } from './testing/mailServer.ts';

const drivers: MailDriver[] = [];
const settingsOf = (server: MailServer, more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: '127.0.0.1',
  port: server.port,
  security: 'none',
  user: '',
  password: '',
  ...more,
});
function open(settings: SmtpSettings): MailDriver {
  const driver = smtpDriver(settings);
  drivers.push(driver);
  return driver;
}
afterAll(() => {
  for (const driver of drivers) driver.close();
});

describe('SMTP', () => {
  let server: MailServer;
  let driver: MailDriver;
  beforeAll(async () => {
    server = await MailServer.start();
    driver = open(settingsOf(server));
  });

  testMailPort(() => ({
    driver,
    taken: () => server.taken,
    answerNext: (answer) => {
      const once = (error: Error) => () => {
        server.onMessage = () => null;
        return error;
      };
      if (answer === 'later') server.onMessage = once(temporaryFailure());
      else if (answer === 'never') server.onMessage = once(mailboxNotFound());
      else
        server.onRecipient = (address) => (address.startsWith('copy') ? mailboxNotFound() : null);
    },
    stop: () => server.stop(),
  }));
});

describe('a message on the wire', () => {
  let server: MailServer;
  beforeAll(async () => {
    server = await MailServer.start();
  });
  afterAll(() => server.stop());

  it('has its own Message-ID, both bodies, its image, and a header that marks it as automatic', async () => {
    const content = Buffer.from('iVBORw0KGgo=', 'base64');
    await open(settingsOf(server)).send({
      ...sampleMessage,
      subject: 'שלום',
      pictures: [{ cid: 'logo', type: 'image/png', content }],
    });
    const mail = server.taken.at(-1)?.mail;
    expect(mail).toMatchObject({
      subject: 'שלום',
      messageId: '<5c1d@example.test>',
      from: { name: 'Example Cloud', address: 'no-reply@example.test' },
      to: [{ address: 'dana@example.test' }],
    });
    expect(mail?.text?.trim()).toBe('Hello Dana');
    expect(mail?.html?.trim()).toBe('<p>Hello Dana</p>');
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(mail?.attachments).toEqual([
      expect.objectContaining({
        contentId: '<logo>',
        mimeType: 'image/png',
        disposition: 'inline',
      }),
    ]);
  });

  it('goes to one address only, whatever the address looks like', async () => {
    const before = server.taken.length;
    for (const to of [
      'a@example.test, b@example.test',
      'a@example.test\r\nRCPT TO:<b@example.test>',
      '"x" <b@example.test>',
    ])
      await open(settingsOf(server))
        .send({ ...sampleMessage, to })
        .catch(() => {});
    for (const { to } of server.taken.slice(before)) expect(to).toHaveLength(1);
  });
});

describe('a server that requires authentication', () => {
  it('gets the credentials, and a wrong password is a temporary failure', async () => {
    const server = await MailServer.start({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'portal' && password === 'right'
          ? done(null, { user: 1 })
          : done(new Error('no')),
    });
    await open(settingsOf(server, { user: 'portal', password: 'right' })).send(sampleMessage);
    expect(server.taken).toHaveLength(1);
    const connection = open(settingsOf(server, { user: 'portal', password: 'wrong' }));
    await expect(connection.check()).rejects.toMatchObject({
      name: 'MailFailure',
      isPermanent: false,
    });
    await expect(connection.send(sampleMessage)).rejects.toMatchObject({ isPermanent: false });
    await server.stop();
  });
});

describe('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudberth-smtp-'));
  let key: string;
  let cert: string;
  beforeAll(() => {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const certificateArguments = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
    ];
    execFileSync(
      'openssl',
      [
        ...certificateArguments,
        '-keyout',
        join(folder, 'key'),
        '-out',
        join(folder, 'cert'),
        ...subject,
      ],
      { stdio: 'ignore' },
    );
    key = readFileSync(join(folder, 'key'), 'utf8');
    cert = readFileSync(join(folder, 'cert'), 'utf8');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['tls', true],
    ['starttls', false],
  ] as const)('%s is used, and an untrusted certificate is rejected', async (security, secure) => {
    const server = await MailServer.start({ key, cert, secure });
    await open(settingsOf(server, { host: 'localhost', security, authority: cert })).send(
      sampleMessage,
    );
    expect(server.taken).toHaveLength(1);
    const strict = open(settingsOf(server, { host: 'localhost', security }));
    await expect(strict.send(sampleMessage)).rejects.toMatchObject({
      isPermanent: false,
      message: expect.stringMatching(/certificate/i),
    });
    expect(server.taken).toHaveLength(1);
    await server.stop();
  });

  it('sends nothing in plain text if it is required but not offered', async () => {
    const server = await MailServer.start();
    await expect(
      open(settingsOf(server, { security: 'starttls' })).send(sampleMessage),
    ).rejects.toMatchObject({ isPermanent: false });
    expect(server.taken).toHaveLength(0);
    await server.stop();
  });
});
