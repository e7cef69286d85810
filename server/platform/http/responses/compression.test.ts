import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
}, 60_000);

afterAll(async () => await app?.close(), 60_000);

/** The response as transmitted, without decompression. */
async function raw(path: string, headers: Record<string, string>) {
  return await new Promise<{
    encoding: string | undefined;
    vary: string | undefined;
    body: Buffer;
  }>((resolve, reject) => {
    const clientRequest = request(
      `${app.address}${path}`,
      { headers: { cookie: app.root.cookie, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            encoding: answer.headers['content-encoding'],
            vary: answer.headers.vary,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end();
  });
}

const long = '/svc/header/menu';
const veryLong = '/svc/docs/operations';

it.each([
  [long, 1_400, 32_768],
  [veryLong, 32_769, Number.POSITIVE_INFINITY],
])('compresses %s if the client accepts it', async (path, least, max) => {
  const plain = await raw(path, {});
  expect(plain.encoding).toBeUndefined();
  expect(plain.body.length).toBeGreaterThanOrEqual(least);
  expect(plain.body.length).toBeLessThanOrEqual(max);
  const packed = await raw(path, {
    'accept-encoding': 'br, gzip;q=0.8',
    'sec-fetch-site': 'same-origin',
  });
  expect(packed).toMatchObject({ encoding: 'gzip', vary: 'accept-encoding, sec-fetch-site' });
  expect(packed.body.length).toBeLessThan(plain.body.length / 3);
  expect(JSON.parse(gunzipSync(packed.body).toString())).toEqual(JSON.parse(plain.body.toString()));
});

it.each(['', 'br', 'gzip;q=0', 'gzip;q=0.0, br'])(
  'sends an uncompressed response to a client that accepts “%s”',
  async (acceptEncoding) => {
    expect((await raw(long, { 'accept-encoding': acceptEncoding })).encoding).toBeUndefined();
  },
);

it.each(['cross-site', 'same-site'])(
  'compresses nothing for requests from another site: %s',
  async (from) => {
    expect(
      (await raw(long, { 'accept-encoding': 'gzip', 'sec-fetch-site': from })).encoding,
    ).toBeUndefined();
  },
);

it('doesn’t compress a short response', async () => {
  expect((await raw('/svc/loginCheck', { 'accept-encoding': 'gzip' })).encoding).toBeUndefined();
});
