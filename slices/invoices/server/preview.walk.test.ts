import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../../server/platform/context.ts';
import type { WantedItem } from '../../pricing/rules.ts';
import { monthToDateTotal } from '../../pricing/server/index.ts';
import { type Meter, startMeter } from '../../pricing/server/testing/meter.ts';
import { invoiceProblems } from './index.ts';
import { listLots, settleCustomers, writeLines } from './lines.ts';

const zones = ['UTC', 'Asia/Jerusalem', 'America/New_York', 'Pacific/Kiritimati'];
const period = '2026-03';
const hour = 3_600_000;
const begin = Date.parse('2026-02-20T07:13:05Z');

let meter: Meter;
const sites = new Map<string, { siteId: string; companyId: string }>();
beforeAll(async () => {
  meter = await startMeter();
  for (const zone of zones) {
    const siteId = await meter.makeSite(zone, meter.siteId);
    const { rows } = await sql<{ id: string }>`
      insert into company (legal_name, street, city, country, tax_number, currency, document_series, number_format)
      values (${zone}, 'Street', 'City', 'IL', '510000003', 'USD', 'INV', '{number}') returning id`.execute(meter.handle.db);
    const companyId = rows[0]?.id ?? '';
    await sql`insert into company_site (site_id, company_id) values (${siteId}, ${companyId})`.execute(meter.handle.db);
    await sql`
      insert into company_tax (company_id, name, rate, valid_from, valid_to) values
        (${companyId}, 'VAT', 17.5, '2020-01-01', '2026-03-31'), (${companyId}, 'VAT', 99, '2026-04-01', null), (${companyId}, 'City', 0.125, '2020-01-01', null)`.execute(
      meter.handle.db,
    );
    sites.set(zone, { siteId, companyId });
  }
});
afterAll(() => meter.close());

const item = fc.record<WantedItem>({
  item: fc.constantFrom('cpu.B', 'ram.gb', 'disk.gb', 'ip.wan', 'traffic.t1000', 'managed.server'),
  quantity: fc.constantFrom('1', '2', '3', '0.5', '7.0001', '40'),
  mode: fc.constantFrom('hourly', 'monthly'),
  powerState: fc.constantFrom('on', 'on', 'off'),
});
const had = fc.uniqueArray(item, { selector: ({ item: code }) => code, maxLength: 4 });
const change = fc.tuple(fc.integer({ min: 1, max: 300 * hour }), had);
const server = fc.record({ isOfChild: fc.boolean(), changes: fc.array(change, { minLength: 1, maxLength: 8 }) });

/** The last second of the month in the zone: what the bill shows then is the whole month. */
async function endOf(siteId: string): Promise<Date> {
  const { rows } = await sql<{ ends: Date }>`
    select (timestamp '2026-04-01' at time zone time_zone) as ends from site where id = ${siteId}`.execute(meter.handle.db);
  return new Date((rows[0]?.ends.getTime() ?? 0) - 1000);
}

const months = fc.constantFrom('2026-01', '2026-03', '2026-04');
const agreed = fc.record({
  kind: fc.constantFrom('percent', 'percent', 'fixed'),
  value: fc.constantFrom('0.01', '7.77', '33.33', '50', '100'),
  groups: fc.constantFrom(null, ['cpu'], ['ram', 'disk'], ['ip', 'traffic', 'cpu']),
  most: fc.constantFrom(null, null, '0.05', '3.21'),
  from: months,
  to: fc.option(months, { nil: null }),
});
const agreements = fc.array(agreed, { maxLength: 4 }).map((all) => all.filter(({ from, to }) => to === null || to >= from));
type Agreed = typeof agreed extends fc.Arbitrary<infer A> ? A : never;

async function agree(companyId: string, userId: string, all: readonly Agreed[]): Promise<void> {
  for (const [at, { kind, value, groups, most, from, to }] of all.entries())
    await sql`
      insert into discount (company_id, user_id, title, kind, value, currency, groups, from_month, to_month, most, created_at)
      values (${companyId}, ${userId}, ${`number ${at}`}, ${kind}, ${value}, 'USD', ${groups}, ${`${from}-01`}::date, ${to && `${to}-01`}::date, ${most},
        ${new Date(begin + at)})`.execute(meter.handle.db);
}

const cents = (text: string): bigint => BigInt(Math.round(Number(text) * 100));
const least = (...all: bigint[]): bigint => all.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
/** Halves away from zero, of numbers that are not below it. */
const roundedRatio = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/** The slow way: one discount after the other, line by line, in whole cents. Gives what is left of all lines. */
function leftAfter(lines: readonly { item: string; cents: bigint }[], all: readonly Agreed[]): bigint {
  const left = lines.map((line) => line.cents);
  const holds = all.filter(({ from, to }) => from <= period && (to ?? '9999-12') >= period);
  for (const { kind, value, groups, most } of [...holds.filter((d) => d.kind === 'percent'), ...holds.filter((d) => d.kind === 'fixed')]) {
    const applies = lines.map(({ item: code }) => groups === null || (groups as readonly string[]).includes(code.split('.')[0] ?? ''));
    const base = left.reduce((total, amount, at) => total + (applies[at] ? amount : 0n), 0n);
    const wanted = kind === 'percent' ? roundedRatio(base * cents(value), 10_000n) : cents(value);
    const off = least(wanted, most === null ? base : cents(most), base);
    let soFar = 0n;
    for (const [at, amount] of [...left.entries()]) {
      if (!applies[at] || base === 0n) continue;
      left[at] = amount - (roundedRatio(off * (soFar + amount), base) - roundedRatio(off * soFar, base));
      soFar += amount;
      expect(left[at]).toBeGreaterThanOrEqual(0n);
    }
  }
  return left.reduce((total, amount) => total + amount, 0n);
}

let runs = 0;
let charged = 0;
let discounted = 0;

it('the lines of any month add up, after discounts, to what the customer was shown at its end, taxes to their rate, and again to the same', {
  timeout: 120_000,
}, async () => {
  const { db } = meter.handle;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.array(server, { minLength: 1, maxLength: 3 }),
      agreements,
      async (zone, servers, all) => {
        const { siteId, companyId } = sites.get(zone) as { siteId: string; companyId: string };
        const parent = await meter.makeOwner(siteId);
        const child = await meter.makeOwner(siteId);
        await sql`update user_account set parent_id = ${parent}, billing_state = -1 where id = ${child}`.execute(db);
        await sql`update user_account set billing_state = -1 where id = ${parent}`.execute(db);
        for (const { isOfChild, changes } of servers) {
          const subject = { ...meter.subject(siteId), ownerId: isOfChild ? child : parent };
          let at = begin;
          for (const [pause, items] of changes) {
            at += pause;
            await meter.set(subject, new Date(at), items);
          }
        }
        await agree(companyId, parent, all);
        const actor = { userId: parent, siteId, role: 'user' } as Context['actor'];
        const shown = await monthToDateTotal({ ...meter.contextAt(await endOf(siteId)), actor });
        const preview = shown.reduce((sum, { projected }) => sum + Math.round(Number(projected) * 100), 0);
        const written: unknown[] = [];
        for (let again = 0; again < 2; again++) {
          runs += 1;
          const scope = { companyId, period, cmdId: runs, siteIds: [siteId] };
          await db.transaction().execute((transaction) => settleCustomers({ db: transaction }, scope));
          for (const lot of await listLots({ db }, scope))
            await db
              .transaction()
              .execute((transaction) => writeLines({ ...meter.contextAt(new Date(begin)), db: transaction }, scope, lot, []));
          const { rows } = await sql<{ net: number; lines: number; tax: number; vat: number; city: number; owners: number }>`
          select (i.net * 100)::integer as net, (select coalesce(sum(amount) * 100, 0)::integer from invoice_line where invoice_id = i.id) as lines, (i.tax * 100)::integer as tax,
            (round(i.net * 0.175, 2) * 100)::integer as vat, (round(i.net * 0.00125, 2) * 100)::integer as city, i.line_count as owners
          from invoice i where i.company_id = ${companyId} and i.user_id in (${parent}, ${child})`.execute(db);
          expect(rows.length).toBeLessThanOrEqual(1);
          const [invoice] = rows;
          expect(invoice?.net ?? 0).toBe(preview);
          expect(invoice?.lines ?? 0).toBe(preview);
          const { rows: lines } = await sql<{ item: string; amount: string; isDiscount: boolean }>`
          select l.item, l.amount::text as amount, l.terms is not null as "isDiscount" from invoice_line l join invoice i on i.id = l.invoice_id
          where i.company_id = ${companyId} and i.user_id = ${parent} order by l.owner_id, l.subject_id, l.item`.execute(db);
          const gross = lines.filter((line) => !line.isDiscount).map((line) => ({ item: line.item, cents: cents(line.amount) }));
          expect(leftAfter(gross, all)).toBe(BigInt(preview));
          discounted += gross.length < lines.length ? 1 : 0;
          expect(invoice?.tax ?? 0).toBe((invoice?.vat ?? 0) + (invoice?.city ?? 0));
          written.push(invoice);
          charged += preview > 0 ? 1 : 0;
        }
        expect(written[1]).toEqual(written[0]);
      },
    ),
    { numRuns: 120 },
  );
  expect(await invoiceProblems(db)).toEqual([]);
  // Most of the histories cost something.
  expect(charged).toBeGreaterThan(runs / 2);
  expect(discounted).toBeGreaterThan(runs / 4);
});
