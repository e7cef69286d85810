import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestedItem } from '../../rules.ts';
import { type DefaultPrice, defaultPrices, units } from '../defaultPrices.ts';
import { addPriceList } from '../priceList.ts';
import type { Subject } from '../rating/spanPlans.ts';
import { decimalText, fraction, minus, plus, zero } from '../testing/fraction.ts';
import { type Meter, startMeter } from '../testing/meter.ts';
import { previewSpans } from './change.ts';
import { estimate } from './estimate.ts';

const day = 86_400;
const start = Date.UTC(2025, 4, 3, 11, 17, 9) / 1000;
const zones = ['UTC', 'America/New_York', 'Australia/Lord_Howe'];
/** In a month of 31 days without a clock change, after all tested changes. */
const farFuture = '2027-07-15T12:00:00Z';

const office: DefaultPrice = {
  ...{
    code: 'image.office',
    resource: { en: 'Office', he: 'Office', ar: 'Office' },
    unit: units.server,
    hourly: null,
    monthly: '15.505',
  },
  ...{ poweredOff: 'charge', isPurchase: true },
};
/**
 * Prices of all kinds: free, priced while off, tiered, with a minimum, and hourly or monthly only.
 */
const prices = [...defaultPrices, office].map((price): DefaultPrice => {
  if (price.code === 'cpu.B')
    return { ...price, hourly: '0.01000003', monthly: '5.33333333', poweredOff: 'free' };
  if (price.code === 'ram.gb')
    return {
      ...price,
      included: '1',
      poweredOff: 'priced',
      offHourly: '0.0003',
      offMonthly: '0.1',
      minimum: '0.77',
      hourly: '0.002',
    };
  if (price.code === 'disk.gb')
    return { ...price, tiers: [{ from: '2', hourly: '0.00007', monthly: '0.03' }] };
  if (price.code === 'managed.server') return { ...price, hourly: null, monthly: '3.33' };
  return price;
});

let meter: Meter;
const sites: string[] = [];
beforeAll(async () => {
  meter = await startMeter();
  const { siteId } = meter;
  const validFrom = new Date((start + 20 * day) * 1000);
  await addPriceList(
    { db: meter.handle.db },
    {
      siteId,
      currency: 'USD',
      validFrom: new Date((start - day) * 1000),
      items: [...defaultPrices, office],
    },
  );
  await addPriceList(
    { db: meter.handle.db },
    { siteId, currency: 'USD', validFrom, items: prices },
  );
  for (const zone of zones) sites.push(await meter.makeSite(zone, siteId));
});
afterAll(() => meter.close());

const item = fc.record<RequestedItem>({
  item: fc.constantFrom(
    'cpu.B',
    'ram.gb',
    'disk.gb',
    'ip.wan',
    'traffic.t1000',
    'managed.server',
    'image.office',
    'snapshot.gb',
  ),
  quantity: fc.constantFrom('1', '2', '0.5', '7.0001', '40'),
  mode: fc.constantFrom('hourly', 'monthly'),
  powerState: fc.constantFrom('on', 'on', 'off'),
});
const itemsArbitrary = fc.uniqueArray(item, { selector: ({ item: code }) => code, maxLength: 5 });
const pause = fc.oneof(
  fc.constantFrom(0, 1, 3600),
  fc.nat(7200),
  fc.nat(3 * day),
  fc.nat(40 * day),
);
const life = fc.record({
  changes: fc.array(fc.tuple(pause, itemsArbitrary), { minLength: 1, maxLength: 5 }),
  wanted: itemsArbitrary,
});

const sum = (texts: readonly string[]) =>
  decimalText(
    texts.reduce((all, text) => plus(all, fraction(text)), zero),
    2,
  );
const date = (seconds: number): Date => new Date(seconds * 1000);

/** All invoice lines of these subjects for the whole month. */
const linesOf = async (subjects: readonly Subject[], at: Date | string) =>
  sum(
    (await Promise.all(subjects.map(({ id }) => meter.lines(id, at, null))))
      .flat()
      .map(({ amount }) => amount),
  );

it('a preview of several changes shows the exact effect on this month’s invoice and on every full month', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sites),
      fc.array(life, { minLength: 1, maxLength: 3 }),
      fc.nat(10 * day),
      fc.nat(999),
      async (siteId, lives, later, ms) => {
        const subjects = lives.map(() => meter.subject(siteId));
        const ends: number[] = [];
        for (const [index, { changes }] of lives.entries()) {
          let at = start;
          for (const [seconds, items] of changes) {
            at += seconds;
            await meter.set(subjects[index] as Subject, date(at), items);
          }
          ends.push(at);
        }
        const now = new Date((Math.max(...ends) + later) * 1000 + ms);
        const changesOfLives = lives.map(({ wanted: items }, index) => ({
          subject: subjects[index] as Subject,
          items,
        }));
        const [previewResult] = await previewSpans(meter.contextAt(now), changesOfLives);
        const beforeChanges = {
          invoice: await linesOf(subjects, now),
          month: await linesOf(subjects, farFuture),
        };
        for (const { subject, items } of changesOfLives) await meter.set(subject, now, items);
        const actual = {
          invoice: await linesOf(subjects, now),
          month: await linesOf(subjects, farFuture),
        };
        const added = minus(fraction(actual.invoice), fraction(beforeChanges.invoice));
        const money = (text = '0') => decimalText(fraction(text), 2);
        const before = {
          invoice: money(previewResult?.thisMonth?.before),
          month: money(previewResult?.before.monthly),
        };
        const after = {
          invoice: money(previewResult?.thisMonth?.after),
          month: money(previewResult?.after.monthly),
        };
        // Without metering before and after, nothing is shown, regardless of earlier lines on the
        // invoice.
        if (!previewResult) {
          expect(actual.invoice).toBe(beforeChanges.invoice);
          return;
        }
        expect({ before, after }).toEqual({ before: beforeChanges, after: actual });
        const previewAdded = fraction(previewResult.thisMonth?.added ?? '');
        expect(previewAdded.numerator * added.denominator).toBe(
          added.numerator * previewAdded.denominator,
        );
      },
    ),
    { numRuns: 250 },
  );
});

it('a preview of a new resource shows exactly its amount on this month’s invoice', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sites),
      itemsArbitrary,
      fc.nat(100 * day),
      fc.integer({ min: 1, max: 4 }),
      async (siteId, items, later, count) => {
        const now = new Date((start + 30 * day + later) * 1000 + 321);
        const { thisMonth, monthly } = await estimate(
          meter.contextAt(now),
          { siteId, ownerId: meter.ownerId },
          items,
          undefined,
          count,
        );
        const subjects = Array.from({ length: count }, () => meter.subject(siteId));
        for (const subject of subjects) await meter.set(subject, now, items);
        const previewTotals = { thisMonth: sum([thisMonth]), month: sum([monthly]) };
        expect(previewTotals).toEqual({
          thisMonth: await linesOf(subjects, now),
          month: await linesOf(subjects, farFuture),
        });
      },
    ),
    { numRuns: 150 },
  );
});
