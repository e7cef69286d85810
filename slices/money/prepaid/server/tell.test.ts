import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { lastMail, mailsTo } from '../../../../server/testing/outbox.ts';
import {
  recordStatements,
  repeatedMoreOften,
} from '../../../../server/testing/recordStatements.ts';
import { at, cores, has, traffic } from '../../budgets/server/testing/use.ts';
import { systemOf } from '../../dunning/server/testing/debts.ts';
import { createTestCompany, type Shop } from '../../ledger/server/testing/shop.ts';
import { addPriceList } from '../../pricing/server/index.ts';
import { notifyLowBalances } from './tell.ts';
import { addFunds, charge, prepaidOf, setUpPrepaid } from './testing/ahead.ts';

let app: TestApp;
let shop: Shop;
const title = { en: 'x', he: 'x', ar: 'x' };

beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  shop = await createTestCompany(app);
  // A core costs 0.10 an hour, which is 2.40 a day.
  const price = { resource: title, unit: title, poweredOff: 'free' as const };
  const items = [
    { ...price, code: 'cpu.B', hourly: '0.1', monthly: '60' },
    { ...price, code: 'traffic.t1000', hourly: null, monthly: '20' },
  ];
  const { db } = app.portal.services.database;
  await addPriceList(
    { db },
    { siteId: app.siteId, currency: 'USD', validFrom: new Date('2031-01-01T00:00:00Z'), items },
  );
});
afterEach(() => shiftClock(0));
afterAll(() => app.close());

const round = async () => await notifyLowBalances(await systemOf(app));
/** Oldest first. */
const mails = async (client: TestClient) =>
  (await mailsTo(app.portal, client.email))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('prepaid.'))
    .reverse();
const readNotices = async (client: TestClient) =>
  (
    await client.get<{ news: { id: string; severity: string; path: string }[] }>('/dashboard')
  ).body.news.filter(({ id }) => id === 'prepaid');

it('a customer is notified once when the balance lasts less than three days and once when it is used up, and again after a payment', async () => {
  const customer = await setUpPrepaid(app, shop, '10');
  await has(app, customer.userId, '2031-03-02T00:00:00Z', [cores(1)]);
  await round();
  expect([
    await mails(customer),
    await readNotices(customer),
    (await prepaidOf(customer))?.state,
  ]).toEqual([[], [], 'ok']);
  // 2.90 are used, and 7.10 last for two days and 23 hours.
  await at(app, '2031-03-03T04:00:01Z');
  await round();
  await round();
  expect(await mails(customer)).toEqual(['prepaid.short']);
  expect(await readNotices(customer)).toEqual([
    expect.objectContaining({ severity: 'warning', path: '/billing' }),
  ]);
  expect(await prepaidOf(customer)).toMatchObject({ used: '2.90', left: '7.10', state: 'short' });
  expect((await lastMail(app.portal, customer.email, 'prepaid.short')).text).toContain('7.10 USD');
  await at(app, '2031-03-06T03:59:00Z');
  await round();
  await round();
  expect(await mails(customer)).toEqual(['prepaid.short', 'prepaid.gone']);
  expect(await readNotices(customer)).toEqual([expect.objectContaining({ severity: 'problem' })]);
  await addFunds(shop, customer, '1');
  await round();
  expect(await mails(customer)).toHaveLength(2);
  expect((await readNotices(customer))[0]?.severity).toBe('warning');
  await addFunds(shop, customer, '20');
  await round();
  expect(await readNotices(customer)).toEqual([]);
  await charge(shop, customer, '21');
  await round();
  expect(await mails(customer)).toEqual(['prepaid.short', 'prepaid.gone', 'prepaid.gone']);
  // Accounts that change to another payment type get no further warnings.
  await shop.clerk.put(`${customer.path}/paymentType`, { paymentType: 'Credit Card' });
  await round();
  expect(await readNotices(customer)).toEqual([]);
});

it('the notification takes into account what the next month charges in advance', async () => {
  const customer = await setUpPrepaid(app, shop, '45');
  await has(app, customer.userId, '2031-05-01T00:00:00Z', [traffic]);
  await at(app, '2031-05-28T12:00:00Z');
  await round();
  expect([await mails(customer), (await prepaidOf(customer))?.state]).toEqual([[], 'ok']);
  await charge(shop, customer, '10');
  await round();
  expect(await mails(customer)).toEqual([]);
  await at(app, '2031-05-29T12:00:00Z');
  await round();
  expect(await mails(customer)).toEqual(['prepaid.short']);
});

it('accounts without costs aren’t notified, and checking many accounts takes as many statements as checking one', async () => {
  const idle = await setUpPrepaid(app, shop, null);
  await round();
  const before = await recordStatements(round);
  for (let more = 0; more < 3; more += 1) {
    const customer = await setUpPrepaid(app, shop, '1000');
    await has(app, customer.userId, '2031-05-01T00:00:00Z', [cores(1)]);
  }
  const after = await recordStatements(round);
  expect(after.length).toBeGreaterThan(3);
  expect(repeatedMoreOften(before, after)).toEqual([]);
  expect(await mails(idle)).toEqual([]);
});
