import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { at } from '../../budgets/server/testing/usage.ts';
import {
  createTestCompany,
  type TestCompany,
  testCompanyBank,
  testCompanySettings,
} from '../../ledger/server/testing/testCompany.ts';
import { addPriceList } from '../../pricing/server/index.ts';
import {
  addFunds,
  charge,
  errorSummary,
  info,
  optionsOf,
  order,
  prepaidOf,
  setUpPrepaid,
  waitForTask,
} from './testing/prepaidFixtures.ts';

let app: TestApp;
let company: TestCompany;
const db = () => app.portal.services.database.db;
const title = { en: 'x', he: 'x', ar: 'x' };
const item = (code: string, monthly: string) => ({
  ...{ code, resource: title, unit: title, hourly: null, monthly, poweredOff: 'charge' as const },
});

beforeAll(async () => {
  app = await startTestApp();
  company = await createTestCompany(app);
  // A server costs 10.00 in advance for the whole month.
  const items = [
    item('cpu.B', '10'),
    ...['ram.gb', 'disk.gb', 'ip.wan'].map((code) => item(code, '0')),
  ];
  await addPriceList(
    { db: db() },
    { siteId: app.siteId, currency: 'USD', validFrom: new Date('2031-01-01T00:00:00Z'), items },
  );
}, 60_000);
afterEach(() => shiftClock(0));
afterAll(() => app.close());

type Customer = Awaited<ReturnType<typeof setUpPrepaid>>;

/**
 * Creates a customer in the first seconds of a month, with a promo code for an amount per month and
 * a number of months.
 */
async function customerWith(
  paidAmount: string | null,
  promo: string,
  more: object = {},
): Promise<Customer> {
  const customer = await setUpPrepaid(app, company, paidAmount);
  await at(app, '2031-03-01T00:00:02Z');
  await redeem(customer, promo, more);
  return customer;
}

async function redeem(customer: Customer, value: string, more: object = {}): Promise<string> {
  const code = `CODE-${randomUUID().slice(0, 8).toUpperCase()}`;
  const terms = {
    code,
    title: 'Welcome',
    kind: 'credit',
    value,
    months: 1,
    validFrom: '2026-01-01T00:00:00Z',
    validUntil: null,
    maxUses: null,
  };
  const created = await company.clerk.post(`/companies/${company.companyId}/promos`, {
    ...terms,
    ...more,
  });
  expect(created.status, created.text).toBe(200);
  const promo = await company.clerk.post<{ id: string }>(`${customer.path}/promos`, { code });
  expect(promo.status, promo.text).toBe(200);
  return promo.body.id;
}

const monthly = (customer: Customer, choice?: Parameters<typeof order>[2]) =>
  order(customer, { billingMode: 'monthly' }, choice);
const orderMonthly = async (customer: Customer) => {
  const { body, status, text } = await monthly(customer);
  expect(status, text).toBe(200);
  await waitForTask(customer, body.cmdId);
};

describe('an unused amount of a promo code', () => {
  it('covers orders up to its value, together with the balance', async () => {
    const customer = await customerWith('4', '16');
    expect(await prepaidOf(customer)).toMatchObject({
      balance: '4.00',
      promo: '16.00',
      used: '0.00',
      left: '20.00',
      state: 'ok',
    });
    await orderMonthly(customer);
    expect(await prepaidOf(customer)).toMatchObject({
      balance: '4.00',
      promo: '6.00',
      used: '0.00',
      left: '10.00',
    });
    await orderMonthly(customer);
    // The code covered six of the second order's ten.
    expect(await prepaidOf(customer)).toMatchObject({
      balance: '4.00',
      promo: '0.00',
      used: '4.00',
      left: '0.00',
      state: 'gone',
    });
    expect(errorSummary(await monthly(customer))).toEqual([422, 2970]);
  });

  it('of a hundred covers ten of a hundred parallel orders of 10, before any of them is on the bill', async () => {
    const customer = await customerWith(null, '100');
    const choice = await optionsOf(customer);
    const answers = await Promise.all(Array.from({ length: 100 }, () => monthly(customer, choice)));
    const accepted = answers.filter(({ status }) => status === 200);
    expect([
      accepted.length,
      answers.filter((answer) => errorSummary(answer)[1] === 2970).length,
    ]).toEqual([10, 90]);
    await Promise.all(accepted.map(({ body }) => waitForTask(customer, body.cmdId)));
    expect(await prepaidOf(customer)).toMatchObject({
      balance: '0.00',
      promo: '0.00',
      used: '0.00',
      left: '0.00',
      state: 'gone',
    });
    expect((await customer.get<{ total: number }>('/servers')).body.total).toBe(10);
  }, 120_000);

  it('doesn’t cover earlier debt: customers with an unpaid invoice can’t order, and see which part of the code counts', async () => {
    const customer = await customerWith(null, '50');
    await charge(company, customer, '3');
    const answer = await monthly(customer);
    expect(errorSummary(answer)).toEqual([422, 2970]);
    expect(info(answer)).toMatch(
      /^This action costs 10\.00 USD, and you’re 3\.00 USD short\. You have -3\.00 USD.* 10\.00 USD of promo codes/,
    );
    await addFunds(company, customer, '3');
    expect((await monthly(customer)).status).toBe(200);
  });

  it('is before tax, and includes the tax of what it covers', async () => {
    const taxes = [{ name: 'VAT', rate: '20', validFrom: '2020-01-01', validTo: null }];
    await app.root.put(`/companies/${company.companyId}/settings`, {
      ...testCompanySettings,
      taxNumber: '516179157',
    });
    await app.root.put(`/companies/${company.companyId}/billingProperties`, {
      ...testCompanyBank,
      taxes,
    });
    const customer = await customerWith('2.40', '8');
    expect(await prepaidOf(customer)).toMatchObject({
      balance: '2.40',
      promo: '9.60',
      left: '12.00',
    });
    await orderMonthly(customer);
    expect(await prepaidOf(customer)).toMatchObject({
      balance: '2.40',
      promo: '0.00',
      used: '2.40',
      left: '0.00',
    });
    await app.root.put(`/companies/${company.companyId}/billingProperties`, testCompanyBank);
  });

  it('counts only in its months, and not after it is withdrawn or used by an invoice', async () => {
    const customer = await customerWith(null, '10', { months: 1 });
    await at(app, '2031-04-01T00:00:02Z');
    expect(await prepaidOf(customer)).toMatchObject({ promo: '0.00', left: '0.00' });
    expect(errorSummary(await monthly(customer))).toEqual([422, 2970]);
    const useId = await redeem(customer, '10', { months: 2 });
    expect(await prepaidOf(customer)).toMatchObject({ promo: '10.00' });
    await sql`insert into promo_spent (use_id, month, amount) values (${useId}, '2031-02-01', 4)`.execute(
      db(),
    );
    expect(await prepaidOf(customer)).toMatchObject({ promo: '6.00' });
    expect((await company.clerk.delete(`${customer.path}/promos/${useId}`)).status).toBe(200);
    expect(await prepaidOf(customer)).toMatchObject({ promo: '0.00', left: '0.00' });
  });

  it('is used once, even if the previous month isn’t invoiced yet and both bills could use it', async () => {
    const customer = await customerWith('10', '10', { months: 2 });
    await orderMonthly(customer);
    expect(await prepaidOf(customer)).toMatchObject({ used: '0.00', left: '10.00' });
    await at(app, '2031-04-01T00:00:02Z');
    // The code was used for March, so April's ten are paid by the customer.
    expect(await prepaidOf(customer)).toMatchObject({
      balance: '10.00',
      promo: '0.00',
      used: '10.00',
      left: '0.00',
    });
    expect(errorSummary(await monthly(customer))).toEqual([422, 2970]);
  });
});
