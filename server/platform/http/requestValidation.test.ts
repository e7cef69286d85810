import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { keyClient, makeKey } from '../../testing/keyClient.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Sends a change that every signed-in user can make, with this body and these headers. */
const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${app.address}/svc/header/language`, {
    method: 'PUT',
    headers: {
      cookie: app.root.cookie,
      token: app.root.token,
      'content-type': 'application/json',
      ...headers,
    },
    body: new Uint8Array(Buffer.from(body)),
  });
const english = '{"language":"en"}';

interface ErrorBody {
  errors: { code: number; info: string; key?: string }[];
  code: number[];
}
const errorBodyOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as ErrorBody),
});

describe('a body', () => {
  it('in UTF-8 is accepted, with or without a charset', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
    ])
      expect((await send(english, { 'content-type': type })).status).toBe(200);
  });

  it('that isn’t UTF-8 is rejected with that reason', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"language":"en","x":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}'),
    ]);
    const answer = await errorBodyOf(await send(broken));
    expect(answer).toMatchObject({ status: 400, code: [1013] });
    expect(answer.errors[0]?.info).toContain('UTF-8');
  });

  it.each(['utf-16', 'iso-8859-1', '"utf-32"', ''])(
    'in the encoding %s is rejected',
    async (charset) => {
      expect(
        await errorBodyOf(
          await send(english, { 'content-type': `application/json; charset=${charset}` }),
        ),
      ).toMatchObject({
        status: 415,
        code: [1005],
      });
    },
  );

  it.each(['null', '[]', '5', '"text"', 'false'])('of %s is rejected', async (body) => {
    expect((await send(body)).status).toBe(400);
    const bodiless = await app.root.call('POST', '/header/sessions/endOthers', body);
    expect(bodiless).toMatchObject({ status: 400, body: { code: [1000] } });
  });
});

describe('a URL', () => {
  it.each(['%ED%A0%80', '%ZZ', 'a%', '%C3%28', '%ff'])(
    'with %s in a parameter is rejected, naming the parameter',
    async (text) => {
      const answer = await errorBodyOf(
        await fetch(`${app.address}/svc/servers?filter=${text}`, {
          headers: { cookie: app.root.cookie },
        }),
      );
      expect(answer).toMatchObject({ status: 400, code: [1013] });
      expect(answer.errors[0]?.key).toBe('filter');
    },
  );

  it('with correctly encoded text in a parameter is accepted', async () => {
    const response = await fetch(`${app.address}/svc/servers?filter=%D7%A9+%25%20%F0%9F%98%80`, {
      headers: { cookie: app.root.cookie },
    });
    expect(response.status).toBe(200);
  });
});

describe('a change sent by a web page', () => {
  it.each(['https://evil.test', 'null', 'http://sub.127.0.0.1', 'http://127.0.0.1:1', 'nonsense'])(
    'of %s is rejected, even if everything else is valid',
    async (origin) => {
      expect(await errorBodyOf(await send(english, { origin }))).toMatchObject({
        status: 403,
        code: [1014],
      });
    },
  );

  it('of the requested host is accepted, under its own name and behind a proxy that terminates TLS', async () => {
    expect((await send(english, { origin: app.address })).status).toBe(200);
    expect((await send(english, { origin: app.address.replace('http:', 'https:') })).status).toBe(
      200,
    );
  });

  it('is accepted from the public URL if the proxy doesn’t forward the host', async () => {
    const proxied = await startTestApp({ publicUrl: 'http://portal.example.test' });
    try {
      const change = (origin: string) =>
        proxied.root.call('PUT', '/header/language', { language: 'en' }, { origin });
      expect((await change('http://portal.example.test')).status).toBe(200);
      expect((await change('http://other.example.test')).status).toBe(403);
    } finally {
      await proxied.close();
    }
  });

  it('with an access key, which browsers never add automatically, requires only the key', async () => {
    const key = await makeKey(app.root, { scopes: ['servers.view'] });
    const answer = await keyClient(app.address, key).call('GET', '/servers', undefined, {
      origin: 'https://evil.test',
    });
    expect(answer.status).toBe(200);
  });
});

describe('an invalid request', () => {
  /** Returns everything the server sends in response to these bytes. */
  const sendRaw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(new URL(app.address).port), '127.0.0.1', () =>
        socket.write(bytes),
      );
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.once('close', () => resolve(received));
      socket.once('error', reject);
    });

  it.each([
    [
      'headers of 20 kB',
      `GET /svc/health HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      2990,
    ],
    ['not HTTP', 'HELO portal\r\n\r\n', 400, 1013],
  ])('%s, is answered in the error format', async (_case, bytes, status, code) => {
    const [head = '', body = ''] = (await sendRaw(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('content-type: application/json; charset=utf-8');
    expect(JSON.parse(body)).toMatchObject({ errors: [{ code }], code: [code] });
  });
});
