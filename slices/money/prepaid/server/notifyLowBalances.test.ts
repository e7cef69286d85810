import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { lastMail, mailsTo } from '../../../../server/testing/outbox.ts';
import { newlyRepeated, recordStatements } from '../../../../server/testing/recordStatements.ts';
import { at, cores, setUsage, traffic } from '../../budgets/server/testing/usage.ts';
import { systemOf } from '../../dunning/server/testing/debts.ts';
import { createTestCompany, type TestCompany } from '../../ledger/server/testing/testCompany.ts';
import { addPriceList } from '../../pricing/server/index.ts';
import { notifyLowBalances } from './notifyLowBalances.ts';
import { addFunds, charge, prepaidOf, setUpPrepaid } from './testing/prepaidFixtures.ts';

let app: TestApp;
let company: TestCompany;
const title = { en: 'x', he: 'x', ar: 'x' };

beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  company = await createTestCompany(app);
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

const runDueJobs = async () => await notifyLowBalances(await systemOf(app));
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
  const customer = await setUpPrepaid(app, company, '10');
  await setUsage(app, customer.userId, '2031-03-02T00:00:00Z', [cores(1)]);
  await runDueJobs();
  expect([
    await mails(customer),
    await readNotices(customer),
    (await prepaidOf(customer))?.state,
  ]).toEqual([[], [], 'ok']);
  // 2.90 are used, and 7.10 last for two days and 23 hours.
  await at(app, '2031-03-03T04:00:01Z');
  await runDueJobs();
  await runDueJobs();
  expect(await mails(customer)).toEqual(['prepaid.short']);
  expect(await readNotices(customer)).toEqual([
    expect.objectContaining({ severity: 'warning', path: '/billing' }),
  ]);
  expect(await prepaidOf(customer)).toMatchObject({ used: '2.90', left: '7.10', state: 'short' });
  expect((await lastMail(app.portal, customer.email, 'prepaid.short')).text).toContain('7.10 USD');
  await at(app, '2031-03-06T03:59:00Z');
  await runDueJobs();
  await runDueJobs();
  expect(await mails(customer)).toEqual(['prepaid.short', 'prepaid.gone']);
  expect(await readNotices(customer)).toEqual([expect.objectContaining({ severity: 'problem' })]);
  await addFunds(company, customer, '1');
  await runDueJobs();
  expect(await mails(customer)).toHaveLength(2);
  expect((await readNotices(customer))[0]?.severity).toBe('warning');
  await addFunds(company, customer, '20');
  await runDueJobs();
  expect(await readNotices(customer)).toEqual([]);
  await charge(company, customer, '21');
  await runDueJobs();
  expect(await mails(customer)).toEqual(['prepaid.short', 'prepaid.gone', 'prepaid.gone']);
  // Accounts that change to another payment type get no further warnings.
  await company.clerk.put(`${customer.path}/paymentType`, { paymentType: 'Credit Card' });
  await runDueJobs();
  expect(await readNotices(customer)).toEqual([]);
});

it('the notification takes into account what the next month charges in advance', async () => {
  const customer = await setUpPrepaid(app, company, '45');
  await setUsage(app, customer.userId, '2031-05-01T00:00:00Z', [traffic]);
  await at(app, '2031-05-28T12:00:00Z');
  await runDueJobs();
  expect([await mails(customer), (await prepaidOf(customer))?.state]).toEqual([[], 'ok']);
  await charge(company, customer, '10');
  await runDueJobs();
  expect(await mails(customer)).toEqual([]);
  await at(app, '2031-05-29T12:00:00Z');
  await runDueJobs();
  expect(await mails(customer)).toEqual(['prepaid.short']);
});

it('accounts without costs aren’t notified, and checking many accounts takes as many statements as checking one', async () => {
  const idle = await setUpPrepaid(app, company, null);
  await runDueJobs();
  const before = await recordStatements(runDueJobs);
  for (let more = 0; more < 3; more += 1) {
    const customer = await setUpPrepaid(app, company, '1000');
    await setUsage(app, customer.userId, '2031-05-01T00:00:00Z', [cores(1)]);
  }
  const after = await recordStatements(runDueJobs);
  expect(after.length).toBeGreaterThan(3);
  expect(newlyRepeated(before, after)).toEqual([]);
  expect(await mails(idle)).toEqual([]);
});
