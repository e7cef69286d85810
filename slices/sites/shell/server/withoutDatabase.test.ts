import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { type DatabaseLink, linkDatabase } from '../../../../server/testing/databaseLink.ts';

let link: DatabaseLink;
let app: TestApp;
const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>');
beforeAll(async () => {
  link = await linkDatabase();
  app = await startTestApp({ databaseUrl: link.url });
  await app.portal.services.database.db
    .updateTable('site')
    .set({ logo, logo_type: 'image/svg+xml' })
    .execute();
  app.portal.sites.forget();
  expect(await read('/logo')).toMatchObject({ status: 200, text: String(logo) });
  await link.cut();
  await vi.waitFor(() => expect(app.portal.services.events.isConnected).toBe(false), {
    timeout: 15_000,
  });
});
afterAll(async () => {
  await link.mend();
  await vi.waitFor(async () => expect((await read('/ready')).status).toBe(200), {
    timeout: 20_000,
  });
  await app.close();
  await link.close();
});

const read = (path: string) => app.root.call('GET', path);

it('calls report that the database is unavailable', async () => {
  await expect
    .poll(async () => await read('/user'))
    .toMatchObject({
      status: 503,
      body: { errors: [{ info: expect.stringContaining('database') }] },
    });
  expect((await read('/ready')).status).toBe(503);
});

it('health responds to everyone without using the database', async () => {
  expect(await read('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await app.anonymous().get('/health')).toMatchObject({
    status: 200,
    body: { status: 'ok' },
  });
});

it('metrics include process data, and report that the database is unavailable', async () => {
  const answer = await read('/metrics');
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('cloudberth_database_connected 0');
  expect(answer.text).toContain('cloudberth_call_seconds_count{operation="health",status="2xx"}');
});

it('the logo is the last known one, and the favicon is the built-in one if none was requested before', async () => {
  expect(await read('/logo')).toMatchObject({ status: 200, text: String(logo) });
  const favicon = await read('/favicon');
  expect([favicon.status, favicon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});

it('everything works again when the database is back', async () => {
  await link.mend();
  await expect.poll(async () => (await read('/ready')).status, { timeout: 10_000 }).toBe(200);
  expect((await read('/user')).status).toBe(200);
  expect((await read('/metrics')).text).toContain('cloudberth_database_connected 1');
  await link.cut();
});
