import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PayPalFake } from '../../drivers/payment/testing/paypal.ts';
import { StripeFake } from '../../drivers/payment/testing/stripe.ts';
import type { InvoiceDetail } from '../../slices/money/invoices/server/testing/harness.ts';
import { clock } from '../platform/clock.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type ExpectedInvoice, invoiceOf, yearOf } from './testing/year/expectedInvoices.ts';
import {
  afterMonth,
  type BalanceMap,
  balanceOf,
  type CreditedInvoice,
  cents,
  invoiceMonth,
  openTills,
  type Providers,
  periodOf,
  settleMonth,
  writeOff,
} from './testing/year/money.ts';
import { describeStory, type StoryEvent } from './testing/year/scenario.ts';
import {
  forEachConcurrently,
  freezeClockAt,
  play,
  type Servers,
  type SimulatedUser,
  setUpHarness,
} from './testing/year/simulation.ts';
import { describeTraffic, getTraffic } from './testing/year/traffic.ts';

/**
 * Number of customers of each of the three resellers. Regular test runs use fewer.
 * `YEAR_CUSTOMERS=167` simulates a year with about five hundred customers.
 */
const customersPerReseller = Number(process.env.YEAR_CUSTOMERS ?? 20);
const months = Array.from({ length: 12 }, (_, index) => index + 1);

let app: TestApp;
let providers: Providers;
beforeAll(async () => {
  app = await startTestApp();
  const now = () => clock.now();
  providers = {
    paypal: await Object.assign(new PayPalFake(), { now }).start(),
    stripe: await Object.assign(new StripeFake(), { now }).start(),
  };
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
  await Promise.all([providers.paypal.stop(), providers.stripe.stop()]);
});

/** Removes and returns the events of the next second. */
function takeNextSecond(upcoming: StoryEvent[]): StoryEvent[] {
  const time = upcoming[0]?.at;
  const later = upcoming.findIndex(({ at }) => at !== time);
  return upcoming.splice(0, later < 0 ? upcoming.length : later);
}

/** The issued invoice, in the format of the expected one. Null if there is none. */
async function issued(
  { shop: { companyId, clerk }, ...user }: SimulatedUser,
  month: number,
): Promise<ExpectedInvoice | null> {
  const { status, body } = await clerk.get<InvoiceDetail>(
    `/invoicing/${companyId}/${periodOf(month)}/customers/${user.client.userId}/invoice`,
  );
  if (status === 404 || body.documents.length === 0) return null;
  return {
    lines: body.lines
      .filter(({ amount }) => cents(amount) !== 0)
      .map(({ subjectName, item, amount }) => `${subjectName} ${item} ${Number(amount).toFixed(2)}`)
      .sort(),
    net: Number(body.net).toFixed(2),
    taxes: body.taxes
      .map(({ name, rate, amount }) => `${name} ${Number(rate)} ${Number(amount).toFixed(2)}`)
      .sort(),
    total: Number(body.total).toFixed(2),
  };
}

it('a year of three resellers and their customers: every line, tax, document, and balance matches an independent calculation', {
  timeout: 120_000 + customersPerReseller * 20_000,
}, async () => {
  const scenario = describeStory(customersPerReseller);
  const traffic = describeTraffic(scenario);
  const year = yearOf(scenario, traffic);
  /**
   * The independently calculated invoice of a user for the month, cached because the calculation is
   * slow.
   */
  const calculated = new Map<string, ExpectedInvoice | null>();
  const expectedInvoice = (
    { customer, shop: { reseller } }: SimulatedUser,
    month: number,
  ): ExpectedInvoice | null => {
    const key = `${customer.name} ${month}`;
    if (!calculated.has(key))
      calculated.set(key, customer.payer ? null : invoiceOf(year, reseller, customer, month));
    return calculated.get(key) ?? null;
  };
  const harness = await setUpHarness(app, scenario);
  await openTills(app, harness, providers);
  const servers: Servers = new Map();
  const balances: BalanceMap = new Map();
  const credited: CreditedInvoice[] = [];
  const upcoming = [...scenario.happenings];
  let comparedCount = 0;
  let overages = 0;
  for (const month of months) {
    while (upcoming[0] && upcoming[0].at < afterMonth(month))
      await play(app, takeNextSecond(upcoming), harness, servers);
    freezeClockAt(afterMonth(month));
    const monthTraffic = traffic.filter((one) => one.month === month);
    await getTraffic(
      app,
      harness,
      servers,
      monthTraffic.filter(({ isLate }) => !isLate),
    );
    await Promise.all(harness.shops.map((company) => invoiceMonth(app, company, month)));
    for (const company of harness.shops) {
      const totals = new Map<SimulatedUser, number>();
      const expectedDues = company.people.map((user) => ({
        person: user,
        expected: expectedInvoice(user, month),
      }));
      await forEachConcurrently(expectedDues, async ({ person, expected }) => {
        expect(
          await issued(person, month),
          `${company.reseller.name}, ${person.customer.name}, ${periodOf(month)}`,
        ).toEqual(expected);
      });
      for (const { person, expected } of expectedDues) {
        comparedCount += expected?.lines.length ?? 0;
        overages +=
          expected?.lines.filter((line) => line.includes(' overage.traffic ')).length ?? 0;
        if (expected) totals.set(person, cents(expected.total));
      }
      credited.push(...(await settleMonth(app, company, totals, month, balances, providers)));
    }
    await getTraffic(
      app,
      harness,
      servers,
      monthTraffic.filter(({ isLate }) => isLate),
    );
  }
  const customers = harness.shops.flatMap(({ people }) => people);
  await forEachConcurrently(customers, (user) => writeOff(user, balances));
  await forEachConcurrently(customers, async (user) =>
    expect(await balanceOf(user), user.customer.name).toBe(balances.get(user) ?? 0),
  );
  // Issued invoices never change, regardless of later events.
  await forEachConcurrently(customers, async (user) => {
    for (const month of months)
      expect(await issued(user, month)).toEqual(expectedInvoice(user, month));
  });
  expect(comparedCount).toBeGreaterThan(customersPerReseller * 60);
  expect(overages).toBeGreaterThan(customersPerReseller * 5);
  expect(credited.length).toBeGreaterThan(0);
});
