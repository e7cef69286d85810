import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const put = (client: TestClient, values: { account_state?: string; billing_state?: number }) =>
  app.portal.services.database.db
    .updateTable('user_account')
    .set(values)
    .where('id', '=', client.userId)
    .execute();
const start = (client: TestClient) => client.put(`/servers/${randomUUID()}/power`, { state: 'on' });

describe('a suspended or locked account', () => {
  it.each(['Suspended-Policy', 'Suspended-Billing', 'Locked'])(
    '(%s) can view everything but can’t turn anything on',
    async (account_state) => {
      const client = await app.signInAs('user');
      expect((await start(client)).status).toBe(404);
      await put(client, { account_state });
      expect(await start(client)).toMatchObject({ status: 403, body: { code: [1909] } });
      expect(await client.post('/servers', {})).toMatchObject({
        status: 403,
        body: { code: [1909] },
      });
      expect((await client.get('/servers')).status).toBe(200);
      expect((await client.put('/header/language', { language: 'he' })).status).toBe(200);
      await put(client, { account_state: 'Warning' });
      expect((await start(client)).status).toBe(404);
    },
  );

  it.each([7, 9])('(billing %i) sees what to fix', async (billing_state) => {
    const client = await app.signInAs('user');
    await put(client, { billing_state });
    expect(await start(client)).toMatchObject({ status: 403, body: { code: [1910] } });
    await put(client, { billing_state: 5 });
    expect((await start(client)).status).toBe(404);
  });

  it('of an administrator isn’t blocked by its billing state', async () => {
    const client = await app.signInAs('siteAdmin');
    await put(client, { billing_state: 9 });
    expect((await start(client)).status).toBe(404);
  });
});
