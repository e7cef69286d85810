import { fork } from 'node:child_process';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailboxNotFound, temporaryFailure } from '../../../../drivers/mail/testing/mailServer.ts';
import { clock, shiftClock } from '../../../../server/platform/clock.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { sendMail } from '../../../../server/platform/mail/mail.ts';
import { OutboundRunner } from '../../../../server/platform/outbound/runner.ts';
import { mailJobs } from './jobs.ts';
import {
  canary,
  eventually,
  keyMail,
  keyValues,
  type MailHarness,
  openMailHarness,
} from './testing/harness.ts';

let harness: MailHarness;
beforeAll(async () => {
  harness = await openMailHarness();
});
afterAll(() => harness.close());
afterEach(() => {
  shiftClock(0);
  harness.server.onMessage = () => null;
});

const minute = 60_000;
const lastReceived = () => harness.server.taken.at(-1);
/** Returns every value of every table as text. Bytes are also included decoded. */
async function dump(): Promise<string> {
  const { db } = harness.app.portal.services.database;
  const tables = await sql<{
    name: string;
  }>`select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`.execute(
    db,
  );
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{
        row: string;
      }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
      const decodeHex = ({ row }: { row: string }) =>
        row.replace(/\\x([0-9a-f]*)/g, (_whole, hex) => Buffer.from(hex, 'hex').toString('latin1'));
      return rows.map((row) => row.row + decodeHex(row)).join('\n');
    }),
  );
  return texts.join('\n');
}

describe('without a mail server', () => {
  it('an email is stored encrypted, and can be sent once one is connected', async () => {
    const id = await harness.queue({});
    await harness.round();
    expect(await harness.mail(id)).toMatchObject({ state: 'kept', subject: 'Hello Dana' });
    const all = await dump();
    expect(all).toContain('Hello Dana');
    expect(all).not.toContain(canary);
    expect(all).not.toContain('424242');

    await harness.connect();
    expect((await harness.app.root.put(`/mails/message/${id}/retry`)).status).toBe(200);
    await harness.round();
    expect(await harness.mail(id)).toMatchObject({ state: 'sent', content: null, problem: '' });
    expect(lastReceived()?.to).toEqual(['dana@example.test']);
  });

  it('a stored email is erased after seven days, and its row is deleted later', async () => {
    await harness.disconnect();
    const id = await harness.queue({});
    await harness.round();
    const purgeMails = mailJobs.find(({ name }) => name === 'mails.forget');
    shiftClock(6.9 * 24 * 60 * minute);
    await purgeMails?.run(await harness.ctx());
    expect((await harness.mail(id)).content).not.toBeNull();
    shiftClock(7.1 * 24 * 60 * minute);
    await purgeMails?.run(await harness.ctx());
    expect(await harness.mail(id)).toMatchObject({ state: 'kept', content: null });
    shiftClock(0);
    expect((await harness.app.root.put(`/mails/message/${id}/retry`)).body).toMatchObject({
      code: [2204],
    });
    shiftClock(91 * 24 * 60 * minute);
    await purgeMails?.run(await harness.ctx());
    await expect(harness.mail(id)).rejects.toThrow();
  });
});

describe('with a mail server', () => {
  beforeAll(() => harness.connect());

  it('an email is sent as text and HTML in its site’s design, and its content is deleted afterwards', async () => {
    const id = await harness.queue({ copies: ['parent@example.test'] });
    await harness.round();
    const row = await harness.mail(id);
    expect(row).toMatchObject({ state: 'sent', content: null, attempts: 1 });
    const received = lastReceived();
    expect(received?.to).toEqual(['dana@example.test', 'parent@example.test']);
    expect(received?.mail).toMatchObject({
      subject: 'Hello Dana',
      messageId: `<${row.message_id}@cloud.example>`,
      from: { name: (await harness.ctx()).site.systemName, address: 'no-reply@cloud.example' },
    });
    expect(received?.mail.html).toContain(`href="${keyValues.link}"`);
    expect(received?.mail.html).toContain('Open the door');
    expect(received?.mail.text).toContain(keyValues.link);
    expect(received?.mail.text).toContain('424242');
    expect(await dump()).not.toContain(canary);
  });

  it('an email of a rolled-back call is never sent', async () => {
    const before = harness.server.taken.length;
    const ctx = await harness.ctx();
    await expect(
      ctx.db.transaction().execute(async (db) => {
        await sendMail(
          { ...ctx, db },
          keyMail,
          { email: 'dana@example.test', userId: null, language: 'en' },
          keyValues,
        );
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await harness.round();
    expect(harness.server.taken).toHaveLength(before);
  });

  it('an email is retried with growing delays while the server is unavailable, and is sent when it is back', async () => {
    await harness.server.stop();
    const id = await harness.queue({});
    await harness.round();
    const first = await harness.mail(id);
    expect(first).toMatchObject({
      state: 'waiting',
      attempts: 1,
      problem: expect.stringContaining('"connectionRefused"'),
    });
    const pause = first.due_at.getTime() - clock.now().getTime();
    expect(pause).toBeGreaterThan(50_000);
    expect(pause).toBeLessThanOrEqual(minute);
    await harness.round();
    expect((await harness.mail(id)).attempts).toBe(1);
    shiftClock(1.1 * minute);
    await harness.round();
    const second = await harness.mail(id);
    expect(second).toMatchObject({ state: 'waiting', attempts: 2 });
    expect(second.due_at.getTime() - clock.now().getTime()).toBeGreaterThan(4.4 * minute);
    await harness.server.listen();
    shiftClock(7 * minute);
    await harness.round();
    expect(await harness.mail(id)).toMatchObject({ state: 'sent', attempts: 3, problem: '' });
  });

  it('an email fails after a day with the reason, and can be retried manually', async () => {
    harness.server.onMessage = () => temporaryFailure();
    const id = await harness.queue({});
    let hours = 0;
    for (; hours < 30 && (await harness.mail(id)).state === 'waiting'; hours += 0.5) {
      shiftClock(hours * 60 * minute);
      await harness.round();
    }
    expect(hours).toBeGreaterThan(18);
    expect(hours).toBeLessThanOrEqual(24.5);
    expect(await harness.mail(id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('451'),
      attempts: 8,
    });
    shiftClock(0);
    const listed = await harness.app.root.get<{ items: { id: number; problem: string }[] }>(
      '/mails?state=failed',
    );
    expect(listed.body.items.find((item) => item.id === id)?.problem).toContain('try again later');
    harness.server.onMessage = () => null;
    expect((await harness.app.root.put(`/mails/message/${id}/retry`)).status).toBe(200);
    await harness.round();
    expect(await harness.mail(id)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('an email that is permanently rejected isn’t retried', async () => {
    harness.server.onMessage = () => mailboxNotFound();
    const id = await harness.queue({});
    await harness.round();
    expect(await harness.mail(id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      problem: expect.stringContaining('550'),
    });
  });

  it.each([
    'not an address',
    'a@example.test, b@example.test',
    'a@example.test\r\nBcc: b@example.test',
    '"a" <a@example.test>',
    'a@b\u0000.test'.replace('\u0000', '\u0001'),
  ])('an email to %j, which isn’t one address, is never sent', async (email) => {
    const before = harness.server.taken.length;
    const id = await harness.queue({ email });
    await harness.round();
    expect(await harness.mail(id)).toMatchObject({ state: 'failed', attempts: 1 });
    expect(harness.server.taken).toHaveLength(before);
  });

  it('values, senders and site names can’t inject headers', async () => {
    const evil = 'x\r\nBcc: thief@example.test\r\nX-Evil: 1';
    const { db } = harness.app.portal.services.database;
    await sql`update site set system_name = ${evil}, mail_sender = ${`${evil} <me@cloud.example>`} where id = ${harness.app.siteId}`.execute(
      db,
    );
    await harness.queue({}, undefined, { name: evil });
    await harness.round();
    await sql`update site set system_name = 'Cloud', mail_sender = '' where id = ${harness.app.siteId}`.execute(
      db,
    );
    const received = lastReceived();
    expect(received?.to).toEqual(['dana@example.test']);
    expect(received?.mail.headers.map(({ key }) => key)).not.toContain('x-evil');
    expect(received?.mail.bcc).toBeUndefined();
    expect(received?.mail.subject).toContain('x Bcc: thief@example.test X-Evil: 1');
  });

  it('an email is sent from the site’s address if it has one', async () => {
    const { db } = harness.app.portal.services.database;
    await sql`update site set mail_sender = 'Reseller <hello@reseller.example>' where id = ${harness.app.siteId}`.execute(
      db,
    );
    await harness.queue({});
    await harness.round();
    await sql`update site set mail_sender = '' where id = ${harness.app.siteId}`.execute(db);
    expect(lastReceived()?.mail.from).toEqual({
      name: 'Reseller',
      address: 'hello@reseller.example',
    });
  });

  it('an email in Hebrew runs right to left, with its values isolated', async () => {
    await harness.queue({ language: 'he' });
    await harness.round();
    const html = lastReceived()?.mail.html ?? '';
    expect(html).toContain('<html lang="he" dir="rtl">');
    expect(html).toContain('<bdi>424242</bdi>');
    expect(lastReceived()?.mail.subject).toBe('שלום Dana');
  });
});

describe('a mail server that accepts the connection and doesn’t respond', () => {
  it('delays its own site only', async () => {
    const { services } = harness.app.portal;
    const openSockets = new Set<Socket>();
    const silent = createServer((socket) => {
      openSockets.add(socket);
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const siteId = await harness.app.makeSite('Dead mail');
    const port = JSON.stringify((silent.address() as AddressInfo).port);
    await sql`
      insert into mail_connection (site_id, kind, config, is_trusted)
      select ${siteId}, kind, jsonb_set(config, '{port}', ${port}::jsonb), true from mail_connection where site_id = ${harness.app.siteId}`.execute(
      services.database.db,
    );
    const worker = new OutboundRunner({ ...services }, 500);
    // More emails than lanes, all due before the others.
    const stuck: number[] = [];
    for (let count = 0; count < 12; count += 1)
      stuck.push(await harness.queue({ email: `stuck${count}@example.test` }, siteId));
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1)
      ids.push(await harness.queue({ email: `free${count}@example.test` }));
    await worker.round('mails.email', createLog('silent'));
    await eventually(async () => {
      for (const id of ids)
        expect(await harness.mail(id)).toMatchObject({ state: 'sent', attempts: 1 });
    });
    const attemptCounts = (await Promise.all(stuck.map((id) => harness.mail(id)))).filter(
      ({ attempts }) => attempts > 0,
    );
    expect(attemptCounts.length).toBeLessThanOrEqual(4);
    // While the server doesn't respond, and for a while after it has failed, no other deliveries to
    // it are started.
    for (const socket of openSockets) socket.destroy();
    silent.close();
    await eventually(async () => {
      for (const { id } of attemptCounts)
        expect(await harness.mail(id)).toMatchObject({
          state: 'waiting',
          claim: null,
          problem: expect.stringMatching(/./),
        });
    });
    await worker.round('mails.email', createLog('silent'));
    expect(
      (await Promise.all(stuck.map((id) => harness.mail(id)))).filter(
        ({ attempts }) => attempts > 0,
      ),
    ).toHaveLength(attemptCounts.length);
    // Then one email probes whether the server responds again. It doesn't.
    shiftClock(minute / 2 + 1_000);
    await worker.round('mails.email', createLog('silent'));
    const attempts = async () => {
      const mails = await Promise.all(stuck.map((id) => harness.mail(id)));
      return mails.reduce((sum, mail) => sum + mail.attempts, 0);
    };
    expect(await attempts()).toBe(attemptCounts.length + 1);
    await worker.stop();
    await sql`delete from mail_connection where site_id = ${siteId}`.execute(services.database.db);
    await sql`delete from mail_message where site_id = ${siteId}`.execute(services.database.db);
  });
});

describe('two workers', () => {
  const log = createLog('silent');
  const newRunner = () => new OutboundRunner({ ...harness.app.portal.services });

  it('send each of many emails once', async () => {
    const before = harness.server.taken.length;
    const names = Array.from({ length: 40 }, (_, index) => `many${index}@example.test`);
    for (const email of names) await harness.queue({ email });
    const workers = [newRunner(), newRunner(), newRunner()];
    await Promise.all(workers.map((worker) => worker.round('mails.email', log)));
    await Promise.all(workers.map((worker) => worker.stop()));
    const recipients = harness.server.taken.slice(before).map(({ to }) => to[0]);
    expect(recipients.sort()).toEqual(names.sort());
  });

  it('don’t send an email that one of them is sending, even if that takes long', async () => {
    const { promise: pendingAnswer, resolve: release } = Promise.withResolvers<null>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    harness.server.onMessage = () => {
      arrive();
      return pendingAnswer;
    };
    const before = harness.server.taken.length;
    const id = await harness.queue({});
    const [slow, other] = [newRunner(), newRunner()];
    const sending = slow.round('mails.email', log);
    await arrived;
    harness.server.onMessage = () => null;
    shiftClock(2 * minute);
    await other.round('mails.email', log);
    expect(await harness.mail(id)).toMatchObject({ state: 'waiting', attempts: 1 });
    release(null);
    await sending;
    await Promise.all([slow.stop(), other.stop()]);
    expect(await harness.mail(id)).toMatchObject({ state: 'sent', attempts: 1 });
    expect(harness.server.taken).toHaveLength(before + 1);
  });

  it('a worker killed after sending but before recording leaves the email to the next one, which sends it again with the same ID', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: dead, resolve: die } = Promise.withResolvers<null>();
    // The server receives the whole message, but its response never reaches the worker that sent
    // it.
    harness.server.onMessage = () => {
      arrive();
      return dead;
    };
    const before = harness.server.taken.length;
    const id = await harness.queue({});
    const worker = fork(join(import.meta.dirname, 'testing/worker.ts'), {
      env: { ...process.env, WORKER_CONFIG: JSON.stringify(harness.app.portal.services.config) },
      execArgv: [],
    });
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    await arrived;
    worker.kill('SIGKILL');
    await exited;
    die(null);
    await eventually(() => expect(harness.server.taken).toHaveLength(before + 1));
    harness.server.onMessage = () => null;
    await harness.round();
    expect(await harness.mail(id)).toMatchObject({ state: 'waiting', attempts: 1 });
    shiftClock(6 * minute);
    await harness.round();
    expect(await harness.mail(id)).toMatchObject({ state: 'sent', attempts: 2, content: null });
    const ids = harness.server.taken.slice(before).map(({ mail }) => mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});
