import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { shiftClock } from '../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { at } from '../../budgets/server/testing/use.ts';
import { openShop, type Shop } from '../../ledger/server/testing/shop.ts';
import { addPriceList } from '../../pricing/server/index.ts';
import { finished, info, optionsOf, order, payIn, payingAhead, prepaidOf, refused } from './testing/ahead.ts';

let app: TestApp;
let shop: Shop;
const title = { en: 'x', he: 'x' };
const item = (code: string, monthly: string) => ({
  ...{ code, resource: title, unit: title, hourly: null, monthly, poweredOff: 'charge' as const },
});

beforeAll(async () => {
  app = await startTestApp();
  shop = await openShop(app);
  const { db } = app.portal.services.database;
  // A server costs 10.00 ahead for the whole month.
  const items = [item('cpu.B', '10'), ...['ram.gb', 'disk.gb', 'ip.wan'].map((code) => item(code, '0'))];
  await addPriceList({ db }, { siteId: app.siteId, currency: 'USD', validFrom: new Date('2031-01-01T00:00:00Z'), items });
}, 60_000);
afterEach(() => shiftClock(0));
afterAll(() => app.close());

/** In the first seconds of a month. */
async function customerWith(amount: string) {
  const customer = await payingAhead(app, shop, amount);
  await at(app, '2031-03-01T00:00:02Z');
  return customer;
}

it('of a hundred orders of 10 at once a balance of 100 covers ten, and it ends at nothing', async () => {
  const customer = await customerWith('100');
  const choice = await optionsOf(customer);
  const answers = await Promise.all(Array.from({ length: 100 }, () => order(customer, { billingMode: 'monthly' }, choice)));
  const taken = answers.filter(({ status }) => status === 200);
  const short = answers.filter((answer) => refused(answer)[1] === 2970);
  expect([taken.length, short.length]).toEqual([10, 90]);
  await Promise.all(taken.map(({ body }) => finished(customer, body.cmdId)));
  expect(await prepaidOf(customer)).toMatchObject({ balance: '100.00', used: '100.00', left: '0.00', state: 'gone' });
  expect((await customer.get<{ total: number }>('/servers')).body.total).toBe(10);
  for (const answer of short)
    expect(info(answer)).toMatch(/^This costs 10\.00 USD now, and your balance does not cover it: 10\.00 USD are missing/);
  // What is paid in is there for the next one.
  await payIn(shop, customer, '10');
  expect((await order(customer, { billingMode: 'monthly' })).status).toBe(200);
  expect((await order(customer, { billingMode: 'monthly' })).status).toBe(422);
}, 120_000);

it('several servers of one order are covered all together or none is made', async () => {
  const customer = await customerWith('25');
  expect((await order(customer, { billingMode: 'monthly', quantity: 3 })).status).toBe(422);
  const taken = await order(customer, { billingMode: 'monthly', quantity: 2 });
  expect(taken.status, taken.text).toBe(200);
  expect(await prepaidOf(customer)).toMatchObject({ left: '5.00' });
});
