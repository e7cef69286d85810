import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import {
  createTestCompany,
  type TestCompany,
  testCompanySettings,
} from '../../ledger/server/testing/testCompany.ts';

let app: TestApp;
let testCompany: TestCompany;

beforeAll(async () => {
  app = await startTestApp();
  testCompany = await createTestCompany(app);
}, 60_000);
afterAll(() => app.close());

it('a customer who moved to a site of another company stays only in the previous company’s books', async () => {
  // Neither site is below the other.
  const [pier, harbor] = [await app.makeSite('Pier'), await app.makeSite('Harbor')];
  const { body: other } = await app.root.post<{ id: string }>('/companies', {
    ...testCompanySettings,
    legalName: 'Harbor Ltd',
  });
  const otherBillingAdmin = await app.signInAs('billingAdmin');
  for (const [id, siteId, clerk] of [
    [testCompany.companyId, pier, testCompany.clerk],
    [other.id, harbor, otherBillingAdmin],
  ] as const) {
    const assigned = await app.root.put(`/companies/${id}/siteAdmin`, {
      siteIds: [siteId],
      adminIds: [clerk.userId],
    });
    expect(assigned.status, assigned.text).toBe(200);
  }
  const customer = await app.signInAs('user', { siteId: pier });
  const path = `/billingManage/${testCompany.companyId}/${customer.userId}`;
  const addFunds = (amount: string) =>
    testCompany.clerk.post(`${path}/payments`, {
      key: randomUUID(),
      amount,
      currency: 'USD',
      reason: 'A transfer',
    });
  expect((await addFunds('40')).status).toBe(200);
  const terms = {
    code: 'MOVES',
    title: 'Welcome',
    kind: 'credit',
    value: '5',
    months: 2,
    validFrom: '2026-01-01T00:00:00Z',
  };
  const promo = await testCompany.clerk.post(`/companies/${testCompany.companyId}/promos`, {
    ...terms,
    validUntil: null,
    maxUses: null,
  });
  expect(promo.status, promo.text).toBe(200);
  expect((await testCompany.clerk.post(`${path}/promos`, { code: 'MOVES' })).status).toBe(200);

  await sql`update user_account set site_id = ${harbor} where id = ${customer.userId}`.execute(
    app.portal.services.database.db,
  );

  const later = await addFunds('2');
  expect(later.status, later.text).toBe(200);
  const account = await testCompany.clerk.get(path);
  expect(account.status, account.text).toBe(200);
  expect(account.body.balances).toMatchObject([{ currency: 'USD', amount: '42' }]);
  const { body: codes, status } = await testCompany.clerk.get(`${path}/promos`);
  expect([status, codes.promos]).toMatchObject([200, [{ code: 'MOVES' }]]);
  const setType = await testCompany.clerk.put(`${path}/paymentType`, { paymentType: 'Deposit' });
  expect(setType.status, setType.text).toBe(200);
  const waived = await testCompany.clerk.post(`${path}/state`, {
    event: 'waive',
    reason: 'It needs none',
  });
  expect(waived.status, waived.text).toBe(200);
  expect((await otherBillingAdmin.get(path)).status).toBe(404);
  expect(
    (await otherBillingAdmin.get(`/billingManage/${other.id}/${customer.userId}`)).body.balances,
  ).toEqual([]);
});

it('an account ID can’t be a customer number at any company', async () => {
  const [own, otherSite] = [await app.makeSite('Quay'), await app.makeSite('Dock')];
  const { body: company } = await app.root.post<{ id: string }>('/companies', {
    ...testCompanySettings,
    legalName: 'Quay Ltd',
  });
  const clerk = await app.signInAs('billingAdmin');
  expect(
    (
      await app.root.put(`/companies/${company.id}/siteAdmin`, {
        siteIds: [own],
        adminIds: [clerk.userId],
      })
    ).status,
  ).toBe(200);
  const customer = await app.signInAs('user', { siteId: own });
  const foreignUser = await app.signInAs('user', { siteId: otherSite });
  const answer = await clerk.put(`/billingManage/${company.id}/${customer.userId}/number`, {
    number: foreignUser.userId,
  });
  expect([answer.status, answer.body.code]).toEqual([409, [2805]]);
});
