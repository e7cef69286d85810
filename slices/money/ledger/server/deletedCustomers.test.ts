import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import {
  createTestCompany,
  disableBillingProfileRequirement,
  type TestCompany,
} from './testing/testCompany.ts';

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  company = await createTestCompany(app);
});
afterAll(() => app.close());

interface Listed {
  items: { email: string; isDeleted: boolean; balances: { amount: string }[] }[];
}

it('the amount due of a deleted customer is listed, can be paid, and is removed from the list when nothing is left', async () => {
  const { clerk, customer, path, companyId } = company;
  const listed = async () =>
    (
      await clerk.get<Listed>(`/billingAccess?company=${companyId}&filter=${customer.email}`)
    ).body.items.map(({ isDeleted, balances }) => [
      isDeleted,
      balances.map(({ amount }) => amount),
    ]);
  const booked = { currency: 'USD', reason: 'What was agreed' };
  await disableBillingProfileRequirement(company, customer);
  await clerk.post(`${path}/charges`, { ...booked, key: 'a-charge-1', amount: '12', mayOwe: true });
  expect(await listed()).toEqual([[false, ['-12']]]);
  expect((await app.root.delete(`/users/${customer.userId}`)).status).toBe(200);

  expect(await listed()).toEqual([[true, ['-12']]]);
  expect((await clerk.get(path)).body).toMatchObject({
    customer: { email: customer.email, isDeleted: true },
  });
  expect(
    (await clerk.post(`${path}/payments`, { ...booked, key: 'a-payment-1', amount: '10' })).body,
  ).toMatchObject({ balance: '-2' });
  expect(
    (await clerk.post(`${path}/writeOffs`, { ...booked, key: 'a-write-off-1', amount: '2' })).body,
  ).toMatchObject({ balance: '0' });
  expect(await listed()).toEqual([]);
  expect((await clerk.get<{ items: unknown[] }>(`${path}/history`)).body.items).toHaveLength(3);
});

it('a deleted customer without any transactions isn’t found', async () => {
  const other = await app.signInAs('user');
  await app.root.delete(`/users/${other.userId}`);
  expect(
    (await company.clerk.get(`/billingManage/${company.companyId}/${other.userId}`)).status,
  ).toBe(404);
});
