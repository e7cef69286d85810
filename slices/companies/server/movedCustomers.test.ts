import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { openShop, type Shop } from '../../ledger/server/testing/shop.ts';

let app: TestApp;
let shop: Shop;

beforeAll(async () => {
  app = await startTestApp();
  shop = await openShop(app);
}, 60_000);
afterAll(() => app.close());

it('a customer that moved to a site of another company stays in the books of the one before, and out of those of the other', async () => {
  const harbor = await app.makeSite('Harbor');
  const { body: other } = await app.root.post<{ id: string }>('/companies', {
    ...{ legalName: 'Harbor Ltd', street: '1 Quay', city: 'Haifa', region: '', postalCode: '', country: 'IL', taxNumber: '' },
    ...{ currency: 'USD', documentSeries: 'HAR', numberFormat: '{series}-{number}' },
  });
  const stranger = await app.signInAs('billingAdmin');
  const given = await app.root.put(`/companies/${other.id}/siteAdmin`, { siteIds: [harbor], adminIds: [stranger.userId] });
  expect(given.status, given.text).toBe(200);
  const payIn = (amount: string) =>
    shop.clerk.post(`${shop.path}/payments`, { key: randomUUID(), amount, currency: 'USD', reason: 'A transfer' });
  expect((await payIn('40')).status).toBe(200);

  await sql`update user_account set site_id = ${harbor} where id = ${shop.customer.userId}`.execute(app.portal.services.database.db);

  const later = await payIn('2');
  expect(later.status, later.text).toBe(200);
  const account = await shop.clerk.get(shop.path);
  expect(account.status, account.text).toBe(200);
  expect(account.text).toContain('42');
  expect((await stranger.get(shop.path)).status).toBe(404);
  expect((await stranger.get(`/billingManage/${other.id}/${shop.customer.userId}`)).text).not.toContain('42');
});
