import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PayPalFake } from '../../drivers/payment/testing/paypal.ts';
import { StripeFake } from '../../drivers/payment/testing/stripe.ts';
import type { Whole } from '../../slices/invoices/server/testing/stage.ts';
import { clock } from '../platform/clock.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import {
  afterMonth,
  balanceOf,
  type CreditedInvoice,
  cents,
  invoiceMonth,
  openTills,
  type Providers,
  type Purses,
  periodOf,
  settleMonth,
  writeOff,
} from './testing/year/money.ts';
import { type OpenShop, type Person, play, type Servers, setTheStage, standAt } from './testing/year/play.ts';
import { type Expected, invoiceOf, toldOf } from './testing/year/reckoning.ts';
import { tellStory } from './testing/year/story.ts';
import { readTraffic, tellTraffic } from './testing/year/traffic.ts';

/** Customers of each of the three resellers: few at each run of the tests; `YEAR_CUSTOMERS=167` tells the year of five hundred. */
const customersEach = Number(process.env.YEAR_CUSTOMERS ?? 5);
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

/** The issued invoice as it was reckoned a second time; null when there is none. */
async function issued({ companyId, clerk }: OpenShop, person: Person, month: number): Promise<Expected | null> {
  const { status, body } = await clerk.get<Whole>(`/invoicing/${companyId}/${periodOf(month)}/customers/${person.client.userId}/invoice`);
  if (status === 404 || body.documents.length === 0) return null;
  return {
    lines: body.lines
      .filter(({ amount }) => cents(amount) !== 0)
      .map(({ subjectName, item, amount }) => `${subjectName} ${item} ${Number(amount).toFixed(2)}`)
      .sort(),
    net: Number(body.net).toFixed(2),
    taxes: body.taxes.map(({ name, rate, amount }) => `${name} ${Number(rate)} ${Number(amount).toFixed(2)}`).sort(),
    total: Number(body.total).toFixed(2),
  };
}

it('a year of three resellers and their customers: every line, tax, document and balance as reckoned a second time', {
  timeout: 120_000 + customersEach * 20_000,
}, async () => {
  const story = tellStory(customersEach);
  const traffic = tellTraffic(story);
  const told = toldOf(story, traffic);
  const stage = await setTheStage(app, story);
  await openTills(app, stage, providers);
  const servers: Servers = new Map();
  const purses: Purses = new Map();
  const credited: CreditedInvoice[] = [];
  const ahead = [...story.happenings];
  let compared = 0;
  let overages = 0;
  for (const month of months) {
    while ((ahead[0]?.at ?? Number.POSITIVE_INFINITY) < afterMonth(month)) await play(app, ahead.shift() as never, stage, servers);
    await standAt(app, afterMonth(month));
    const read = traffic.filter((one) => one.month === month);
    await readTraffic(
      app,
      stage,
      servers,
      read.filter(({ isLate }) => !isLate),
    );
    for (const shop of stage.shops) {
      await invoiceMonth(shop, month);
      const totals = new Map<Person, number>();
      for (const person of shop.people) {
        const expected = person.customer.payer ? null : invoiceOf(told, shop.reseller, person.customer, month);
        expect(await issued(shop, person, month), `${shop.reseller.name}, ${person.customer.name}, ${periodOf(month)}`).toEqual(expected);
        compared += expected?.lines.length ?? 0;
        overages += expected?.lines.filter((line) => line.includes(' overage.traffic ')).length ?? 0;
        if (expected) totals.set(person, cents(expected.total));
      }
      credited.push(...(await settleMonth(app, shop, totals, month, purses, providers)));
    }
    await readTraffic(
      app,
      stage,
      servers,
      read.filter(({ isLate }) => isLate),
    );
  }
  for (const { people } of stage.shops) for (const person of people) await writeOff(person, purses);
  for (const { people } of stage.shops)
    for (const person of people) expect(await balanceOf(person), person.customer.name).toBe(purses.get(person) ?? 0);
  // What was invoiced once stays as it was, whatever happened after.
  for (const shop of stage.shops)
    for (const person of shop.people)
      for (const month of months)
        expect(await issued(shop, person, month)).toEqual(
          person.customer.payer ? null : invoiceOf(told, shop.reseller, person.customer, month),
        );
  expect(compared).toBeGreaterThan(customersEach * 60);
  expect(overages).toBeGreaterThan(customersEach * 5);
  expect(credited.length).toBeGreaterThan(0);
});
