import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedHint } from '../../../../../launcher/test/seed.ts';
import type { Reach } from '../../../../../server/platform/access/objectAccess.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import { itemOf } from '../../../pricing/rules.ts';
import { monthToDateTotal } from '../../../pricing/server/bills/monthToDate.ts';
import type { Estimate } from '../../../pricing/server/index.ts';
import { invoiceProblems } from '../index.ts';
import {
  historyStart,
  hour,
  inParallel,
  invoiceAll,
  itemsArbitrary,
  makeOwners,
  makePlaces,
  period,
  recordHistory,
  type TestSite,
} from '../testing/histories.ts';

const sampleCount = 1000;

let app: TestApp;
let testSites: TestSite[];
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  testSites = await makePlaces(app);
});
afterAll(() => app.close());

/** Samples `sampleCount` histories and assigns them to the places in turn. */
const sampleHistories = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc
    .sample(arbitrary, sampleCount)
    .map((history, index) => ({ history, place: testSites[index % testSites.length] as TestSite }));

/** Expects no differences. The failure message contains the seed to reproduce them. */
const expectNoDifferences = (mismatches: readonly unknown[]) =>
  expect(mismatches, seedHint()).toEqual([]);

/**
 * Decimal text as a whole number of units with this many decimals: 1.005 with three digits is 1005.
 */
function toMinorUnits(text: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  if (/[1-9]/.test(fraction.slice(digits)))
    throw new Error(`${text} has more than ${digits} digits.`);
  return BigInt(`${whole}${fraction.slice(0, digits).padEnd(digits, '0')}`);
}

interface InvoiceLine {
  subjectId: string;
  ownerId: string;
  item: string;
  amount: string;
  isDiscount: boolean;
}
interface Invoice {
  userId: string;
  net: string;
  tax: string;
  vat: string;
  city: string;
  /** In the order in which discount shares are rounded. */
  lines: InvoiceLine[];
}

/** All invoices of the site, by customer. */
async function invoicesOf({ companyId }: TestSite): Promise<Map<string, Invoice>> {
  const { rows } = await sql<Invoice>`
    select i.user_id as "userId", i.net::text as net, i.tax::text as tax, round(i.net * 0.175, minor_units(i.currency))::text as vat,
      round(i.net * 0.00125, minor_units(i.currency))::text as city,
      coalesce(jsonb_agg(jsonb_build_object('subjectId', l.subject_id, 'ownerId', l.owner_id, 'item', l.item, 'amount', l.amount::text, 'isDiscount', l.terms is not null)
        order by l.owner_id, l.subject_id, l.item collate "C") filter (where l.id is not null), '[]') as lines
    from invoice i left join invoice_line l on l.invoice_id = i.id where i.company_id = ${companyId} group by i.id`.execute(
    db(),
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

const creditArbitrary = fc.record({
  items: itemsArbitrary.filter((items) => items.length > 0),
  hours: fc.oneof(fc.integer({ min: 1, max: 743 }), fc.constant(743)),
});

it(`estimates from POST /pricing/estimate match the invoice lines exactly for ${sampleCount} random configurations`, {
  timeout: 300_000,
}, async () => {
  const all = sampleHistories(creditArbitrary);
  const mismatches: unknown[] = [];
  for (const testSite of testSites) {
    const { siteId, starts, ends, decimals } = testSite;
    const siteItems = all.filter((one) => one.place === testSite);
    await sql`update site set hosts = array[case when id = ${siteId} then '127.0.0.1' else id::text end]`.execute(
      db(),
    );
    app.portal.sites.forget();
    const customer = await app.signInAs('user', { siteId });
    await sql`update user_account set billing_state = -1 where id = ${customer.userId}`.execute(
      db(),
    );
    const estimates: { subjectId: string; estimate: Estimate; history: unknown }[] = [];
    await inParallel(siteItems, async ({ history }) => {
      const { status, body, text } = await customer.post<Estimate>('/pricing/estimate', history);
      expect(status, text).toBe(200);
      // Monthly items last until the end of the month, hourly items for a number of hours.
      const monthly = new Set(
        body.lines.filter(({ mode }) => mode !== 'hourly').map(({ item }) => itemOf(item)),
      );
      const { id } = await recordHistory(app, testSite, customer.userId, [
        { at: starts, items: history.items },
        {
          at: starts + history.hours * hour,
          items: history.items.filter(({ item }) => monthly.has(item)),
        },
        { at: ends, items: [] },
      ]);
      estimates.push({ subjectId: id, estimate: body, history });
    });
    await invoiceAll(app, testSite);
    const invoice = (await invoicesOf(testSite)).get(customer.userId);
    const billed = Map.groupBy(invoice?.lines ?? [], ({ subjectId }) => subjectId);
    let sum = 0n;
    for (const { subjectId, estimate, history } of estimates) {
      const lineText = (item: string, amount: string) =>
        /[1-9]/.test(amount) ? [`${item} ${toMinorUnits(amount, decimals)}`] : [];
      const estimated = estimate.lines.flatMap(({ item, monthly }) => lineText(item, monthly));
      const charged = (billed.get(subjectId) ?? []).flatMap(({ item, amount }) =>
        lineText(item, amount),
      );
      if (estimated.sort().join() !== charged.sort().join())
        mismatches.push({ history, shown: estimated, charged });
      sum += toMinorUnits(estimate.monthly, decimals) + toMinorUnits(estimate.once, decimals);
    }
    expect(toMinorUnits(invoice?.net ?? '0', decimals), seedHint()).toBe(sum);
    expect(invoice?.lines.length).toBeGreaterThan(siteItems.length);
  }
  expectNoDifferences(mismatches);
});

const change = fc.tuple(fc.integer({ min: 1, max: 300 * hour }), itemsArbitrary);
const server = fc.record({
  isOfChild: fc.boolean(),
  changes: fc.array(change, { minLength: 1, maxLength: 6 }),
});

const months = fc.constantFrom('2026-01', '2026-03', '2026-04');
const discountArbitrary = fc.record({
  kind: fc.constantFrom('percent', 'percent', 'fixed'),
  value: fc.constantFrom('0.01', '7.77', '33.33', '50', '100'),
  groups: fc.constantFrom(null, ['cpu'], ['ram', 'disk'], ['ip', 'traffic', 'cpu']),
  most: fc.constantFrom(null, null, '0.05', '3.21'),
  from: months,
  to: fc.option(months, { nil: null }),
});
const agreements = fc
  .array(discountArbitrary, { maxLength: 4 })
  .map((all) => all.filter(({ from, to }) => to === null || to >= from));
type AgreedDiscount = typeof discountArbitrary extends fc.Arbitrary<infer A> ? A : never;

/** An amount in whole minor units of the currency: without decimals, 7.77 becomes 777. */
const formatMinorUnits = (amount: string, { decimals }: TestSite): string =>
  decimals === 0 ? String(Number(amount.replace('.', ''))) : amount;

async function storeDiscounts(
  testSite: TestSite,
  userId: string,
  all: readonly AgreedDiscount[],
): Promise<void> {
  const { companyId, currency } = testSite;
  for (const [index, { kind, value, groups, most, from, to }] of all.entries())
    await sql`
      insert into discount (company_id, user_id, title, kind, value, currency, groups, from_month, to_month, most, created_at)
      values (${companyId}, ${userId}, ${`number ${index}`}, ${kind}, ${kind === 'fixed' ? formatMinorUnits(value, testSite) : value}, ${currency}, ${groups}, ${`${from}-01`}::date, ${to && `${to}-01`}::date, ${most && formatMinorUnits(most, testSite)},
        ${new Date(historyStart + index)})`.execute(db());
}

const least = (...all: bigint[]): bigint => all.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
/** Rounds half away from zero. Expects non-negative numbers. */
const roundedRatio = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor);

/**
 * Simple reference implementation: applies discounts one by one and line by line, in minor units.
 * Returns the remaining amount of all lines.
 */
function remainingAfter(
  lines: readonly { item: string; coins: bigint }[],
  all: readonly AgreedDiscount[],
  testSite: TestSite,
): bigint {
  const { decimals } = testSite;
  const remaining = lines.map((line) => line.coins);
  const activeDiscounts = all.filter(
    ({ from, to }) => from <= period && (to ?? '9999-12') >= period,
  );
  for (const { kind, value, groups, most } of [
    ...activeDiscounts.filter((d) => d.kind === 'percent'),
    ...activeDiscounts.filter((d) => d.kind === 'fixed'),
  ]) {
    const applies = lines.map(
      ({ item: code }) =>
        groups === null || (groups as readonly string[]).includes(code.split('.')[0] ?? ''),
    );
    const base = remaining.reduce(
      (total, amount, index) => total + (applies[index] ? amount : 0n),
      0n,
    );
    const expected =
      kind === 'percent'
        ? roundedRatio(base * toMinorUnits(value, 2), 10_000n)
        : toMinorUnits(formatMinorUnits(value, testSite), decimals);
    const off = least(
      expected,
      most === null ? base : toMinorUnits(formatMinorUnits(most, testSite), decimals),
      base,
    );
    let soFar = 0n;
    for (const [index, amount] of [...remaining.entries()]) {
      if (!applies[index] || base === 0n) continue;
      remaining[index] =
        amount - (roundedRatio(off * (soFar + amount), base) - roundedRatio(off * soFar, base));
      soFar += amount;
      expect(remaining[index]).toBeGreaterThanOrEqual(0n);
    }
  }
  return remaining.reduce((total, amount) => total + amount, 0n);
}

const history = fc.record({
  servers: fc.array(server, { minLength: 1, maxLength: 2 }),
  agreements,
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

const expensiveServer: History['servers'][number] = {
  isOfChild: false,
  changes: [[hour, [{ item: 'ram.gb', quantity: '40', mode: 'hourly', powerState: 'on' }]]],
};
const discount: AgreedDiscount = {
  kind: 'percent',
  value: '7.77',
  groups: null,
  most: null,
  from: '2026-01',
  to: null,
};
/**
 * Ensures that three of four histories have costs and half of them are discounted, regardless of
 * the random samples.
 */
const withSampleCosts = (sampled: History, index: number): History => ({
  servers: index % 4 === 0 ? sampled.servers : [...sampled.servers, expensiveServer],
  agreements: index % 2 === 0 ? sampled.agreements : [discount, ...sampled.agreements],
});

it(`the lines of ${sampleCount} random customer months add up, after discounts, to the month-end preview, with correct taxes, and recalculate identically`, {
  timeout: 300_000,
}, async () => {
  const customers = sampleHistories(history).map((one, index) => ({
    ...one,
    history: withSampleCosts(one.history, index),
    id: randomUUID(),
    childId: randomUUID(),
  }));
  await makeOwners(
    app,
    customers.flatMap(({ id, childId, place: { siteId } }) => [
      { id, siteId, parentId: null },
      { id: childId, siteId, parentId: id },
    ]),
  );
  const previewTotals = new Map<string, bigint>();
  await inParallel(
    customers,
    async ({ id, childId, place, history: { servers, agreements: all } }) => {
      for (const { isOfChild, changes } of servers) {
        let at = historyStart;
        const history = changes.map(([pause, items]) => {
          at += pause;
          return { at, items };
        });
        await recordHistory(app, place, isOfChild ? childId : id, history);
      }
      await storeDiscounts(place, id, all);
      const reach: Reach = {
        kind: 'accounts',
        subAccountIds: [childId],
        grants: [],
        companySiteIds: [],
      };
      const actor = { userId: id, siteId: place.siteId, role: 'user', reach } as Context['actor'];
      // At the last second of the month, the projected total equals the total of the whole month.
      const clock = { now: () => new Date(place.ends - 1000) };
      const totals = await monthToDateTotal({ db: db(), clock, actor });
      previewTotals.set(
        id,
        totals.reduce((sum, { projected }) => sum + toMinorUnits(projected, place.decimals), 0n),
      );
    },
  );
  let [charged, discounted] = [0, 0];
  const mismatches: unknown[] = [];
  let estimate: unknown;
  for (let round = 0; round < 2; round++) {
    for (const testSite of testSites) await invoiceAll(app, testSite);
    const invoices = await Promise.all(testSites.map(invoicesOf));
    for (const { id, place, history } of customers) {
      const { decimals } = place;
      const {
        net = '0',
        tax = '0',
        vat = '0',
        city = '0',
        lines = [],
      } = invoices[testSites.indexOf(place)]?.get(id) ?? {};
      const gross = lines
        .filter(({ isDiscount }) => !isDiscount)
        .map(({ item, amount }) => ({ item, coins: toMinorUnits(amount, decimals) }));
      const off = lines
        .filter(({ isDiscount }) => isDiscount)
        .reduce((sum, { amount }) => sum + toMinorUnits(amount.slice(1), decimals), 0n);
      const sums = {
        shown: previewTotals.get(id),
        net: toMinorUnits(net, decimals),
        lines: gross.reduce((sum, { coins }) => sum + coins, 0n) - off,
        left: remainingAfter(gross, history.agreements, place),
      };
      const isConsistent =
        new Set(Object.values(sums)).size === 1 &&
        toMinorUnits(tax, decimals) === toMinorUnits(vat, decimals) + toMinorUnits(city, decimals);
      if (!isConsistent) mismatches.push({ told: history, ...sums, tax, vat, city });
      charged += sums.net > 0n ? 1 : 0;
      discounted += off > 0n ? 1 : 0;
    }
    const now = invoices.map((all) =>
      [...all.values()].sort((a, b) => (a.userId < b.userId ? -1 : 1)),
    );
    if (round === 0) estimate = now;
    else expect(now).toEqual(estimate);
  }
  expectNoDifferences(mismatches);
  expect(await invoiceProblems(db())).toEqual([]);
  // Most of the histories have costs.
  expect(charged).toBeGreaterThan(sampleCount);
  expect(discounted).toBeGreaterThan(sampleCount / 2);
});
