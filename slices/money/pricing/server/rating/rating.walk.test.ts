import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestedItem } from '../../rules.ts';
import { type DefaultPrice, defaultPrices } from '../defaultPrices.ts';
import { estimate } from '../estimate/estimate.ts';
import { addPriceList } from '../priceList.ts';
import { decimalText, fraction } from '../testing/fraction.ts';
import { type Meter, startMeter } from '../testing/meter.ts';
import {
  type DatedPrices,
  type HistoryEvent,
  linesOf,
  type Month,
  monthsOf,
  type ReferenceSpan,
  referenceSpansOf,
} from '../testing/referenceCalculator.ts';
import { lineRating, rating } from './rating.ts';

const day = 86_400;
const start = Date.UTC(2025, 1, 20, 7, 13, 5) / 1000;
const days = 400;
const zones = [
  'UTC',
  'Asia/Jerusalem',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];

/** Price changes in mid-month: higher, lower, without a limit, and with indivisible decimals. */
const laterPrices = defaultPrices.map((price): DefaultPrice => {
  if (price.code === 'cpu.B') return { ...price, hourly: '0.01000001', monthly: '5.33333333' };
  if (price.code === 'ram.gb') return { ...price, hourly: '0.0007', monthly: null };
  if (price.code === 'ip.wan')
    return {
      ...price,
      hourly: '0.004',
      monthly: '1.99',
      poweredOff: 'priced',
      offHourly: '0.0007',
      offMonthly: '0.4',
    };
  if (price.code === 'traffic.t1000')
    return { ...price, poweredOff: 'priced', offMonthly: '0.33333333' };
  return price;
});
/**
 * The later prices with included amounts, tiers and minimum prices, and with a higher tier price
 * above a lower one.
 */
const steppedPrices = laterPrices.map((price): DefaultPrice => {
  if (price.code === 'cpu.B')
    return {
      ...price,
      included: '1',
      tiers: [
        { from: '2', hourly: '0.00700003', monthly: '4.1' },
        { from: '6.5', hourly: '0.002', monthly: '3' },
      ],
    };
  if (price.code === 'ram.gb')
    return {
      ...{
        ...price,
        included: '2.5',
        tiers: [{ from: '7', hourly: '0.0011', monthly: null }],
        minimum: '0.3',
      },
      ...{ poweredOff: 'priced', offHourly: '0.00007003' },
    };
  if (price.code === 'disk.gb')
    return {
      ...price,
      tiers: [{ from: '1.5', hourly: '0', monthly: '0.01' }],
      minimum: '0.00000001',
    };
  // More expensive while off than on, and also monthly.
  if (price.code === 'ip.wan')
    return { ...price, included: '1', offHourly: '0.005', offMonthly: '2.5' };
  if (price.code === 'traffic.t1000')
    return {
      ...price,
      included: '0.5',
      tiers: [{ from: '0.25', hourly: null, monthly: '1.1' }],
      minimum: '1.5',
    };
  return price;
});
const laterFrom = start + 190 * day + 1234;
const steppedFrom = start + 260 * day + 77;
const prices: DatedPrices[] = [
  { from: 0, items: defaultPrices },
  { from: laterFrom, items: laterPrices },
  { from: steppedFrom, items: steppedPrices },
];

let meter: Meter;
const sites = new Map<string, string>();
beforeAll(async () => {
  meter = await startMeter();
  const { siteId } = meter;
  await addPriceList(
    { db: meter.handle.db },
    { siteId, currency: 'USD', validFrom: new Date(laterFrom * 1000), items: laterPrices },
  );
  await addPriceList(
    { db: meter.handle.db },
    { siteId, currency: 'USD', validFrom: new Date(steppedFrom * 1000), items: steppedPrices },
  );
  for (const zone of zones) sites.set(zone, await meter.makeSite(zone, siteId));
});
afterAll(() => meter.close());

const item = fc.record<RequestedItem>({
  item: fc.constantFrom('cpu.B', 'ram.gb', 'disk.gb', 'ip.wan', 'traffic.t1000', 'managed.server'),
  quantity: fc.constantFrom('1', '2', '3', '0.5', '7.0001', '40'),
  mode: fc.constantFrom('hourly', 'monthly'),
  powerState: fc.constantFrom('on', 'on', 'off'),
});
const itemsArbitrary = fc.uniqueArray(item, { selector: ({ item: code }) => code, maxLength: 4 });

/** Seconds until the next change: immediately, within an hour, on the hour, or after days. */
const pause = fc.oneof(
  fc.constantFrom(0, 1, 3599, 3600, 3601, 7200),
  fc.nat(3600),
  fc.nat(3 * day),
  fc.nat(45 * day),
  fc.nat(60).map((hours) => hours * 3600),
);
const change = fc.tuple(pause, itemsArbitrary);
/** Changes around the turn of a month, with and without a recent clock change. */
const changeArbitrary = fc.tuple(
  fc.integer({ min: 2, max: 15 }),
  fc.integer({ min: -3600, max: 3600 }),
  itemsArbitrary,
);

/**
 * The same items billed hourly, turned on and off repeatedly: for minutes, or until the monthly
 * limit is reached.
 */
const powerChangeArbitrary = fc.tuple(
  fc.integer({ min: 7, max: 15 }),
  fc.nat(4 * day),
  itemsArbitrary.map((items) => items.map((one): RequestedItem => ({ ...one, mode: 'hourly' }))),
  fc.array(fc.oneof(fc.nat(5000), fc.integer({ min: 3 * day, max: 20 * day })), {
    minLength: 2,
    maxLength: 6,
  }),
);
type Switching = typeof powerChangeArbitrary extends fc.Arbitrary<infer S> ? S : never;

function eventsOf([month, offset, items, pauses]: Switching, months: Month[]): HistoryEvent[] {
  let at = (months[month] as Month).starts + offset;
  return pauses.map((seconds, index) => {
    at += seconds;
    return {
      at,
      items: items.map((one) => ({ ...one, powerState: index % 2 === 0 ? 'on' : 'off' })),
    };
  });
}

function historyOf(
  changes: [number, RequestedItem[]][],
  monthChanges: [number, number, RequestedItem[]][],
  powerChanges: Switching[],
  months: Month[],
): HistoryEvent[] {
  let at = start;
  const history = changes.map(([seconds, items]) => {
    at += seconds;
    return { at, items };
  });
  const changesByMonth = monthChanges.map(([month, offset, items]) => ({
    at: (months[month] as Month).starts + offset,
    items,
  }));
  const switches = powerChanges.flatMap((one) => eventsOf(one, months));
  // Removes later random changes. Otherwise the items would almost never stay the same.
  const until = Math.min(...switches.map((event) => event.at));
  return [...[...history, ...changesByMonth].filter((event) => event.at < until), ...switches]
    .filter((event) => event.at < start + days * day)
    .sort((a, b) => a.at - b.at);
}

/** The rating engine by parts, and the variant used by invoicing runs. */
const engines = [rating, lineRating];

/** Formats like the engine, without trailing zeros. */
const trimmed = (text: string): string => text.replace(/\.?0+$/, '');
const date = (seconds: number): Date => new Date(seconds * 1000);

describe('any history of 400 days', () => {
  it('is metered without gaps or overlaps, and rated exactly like a slow reference calculation', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.array(change, { minLength: 1, maxLength: 25 }),
        fc.array(changeArbitrary, { maxLength: 4 }),
        fc.array(powerChangeArbitrary, { maxLength: 2 }),
        fc.nat(10_000),
        async (zone, changes, monthChanges, powerChanges, later) => {
          const months = monthsOf(zone);
          const subject = meter.subject(sites.get(zone));
          const events = historyOf(changes, monthChanges, powerChanges, months);
          const middle = Math.floor(events.length / 2);
          for (const [index, event] of events.entries()) {
            await meter.set(subject, date(event.at), event.items);
            if (index !== middle) continue;
            const now = event.at + 5;
            const month = months.find(
              (candidate) => candidate.starts <= now && candidate.ends > now,
            ) as Month;
            const expected = linesOf(
              referenceSpansOf(events.slice(0, index + 1), prices),
              month,
              now + 1,
            );
            for (const engine of engines)
              expect(await linesAt(subject.id, now, now, engine)).toEqual(expected);
          }
          const spans = referenceSpansOf(events, prices);
          expect(await spansOf(subject.id)).toEqual(
            spans.map(({ item: code, quantity, mode, from, to }) => ({
              ...{ item: code, quantity: trimmed(quantity), mode, from_at: date(from) },
              to_at: Number.isFinite(to) ? date(to) : null,
            })),
          );
          for (const month of months.filter((candidate) => candidate.ends > start)) {
            const expected = linesOf(spans, month, Number.POSITIVE_INFINITY);
            for (const engine of engines)
              expect(await linesAt(subject.id, month.starts + later, null, engine)).toEqual(
                expected,
              );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  async function linesAt(
    subjectId: string,
    at: number,
    until: number | null,
    engine: typeof rating,
  ) {
    const lines = await meter.lines(
      subjectId,
      date(at),
      until === null ? null : date(until),
      engine,
    );
    return lines.map((line) => ({ ...line, exact: decimalText(fraction(line.exact), 12) }));
  }

  async function spansOf(subjectId: string) {
    const { rows } = await sql`
      select item, trim_scale(quantity)::text as quantity, mode, from_at, to_at from span where subject_id = ${subjectId}
      order by from_at, item collate "C"`.execute(meter.handle.db);
    return rows;
  }
});

it('an estimate at tiered prices matches the bill for a full month', {
  timeout: 60_000,
}, async () => {
  const from = Date.UTC(2026, 2, 1) / 1000;
  const march: Month = { starts: from, ends: Date.UTC(2026, 3, 1) / 1000 };
  await fc.assert(
    fc.asyncProperty(
      itemsArbitrary.filter((items) => items.length > 0),
      fc.integer({ min: 1, max: 744 }),
      async (items, hours) => {
        const ctx = meter.contextAt(date(from));
        const estimated = await estimate(
          ctx,
          { siteId: meter.siteId, ownerId: null },
          items,
          hours,
        );
        const on = (span: ReferenceSpan) => ({
          ...span,
          to: span.mode === 'monthly' ? march.ends : from + hours * 3600,
        });
        const spans = referenceSpansOf([{ at: from, items }], prices).map(on);
        const billed = linesOf(spans, march, Number.POSITIVE_INFINITY);
        const byItem = (a: { item: string }, b: { item: string }) => (a.item < b.item ? -1 : 1);
        expect(
          estimated.lines
            .map(({ item: code, monthly }) => ({ item: code, amount: monthly }))
            .sort(byItem),
        ).toEqual(billed.map(({ item: code, amount }) => ({ item: code, amount })));
      },
    ),
    { numRuns: 60 },
  );
});
