import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestedItem } from '../../rules.ts';
import { type DefaultPrice, defaultPrices } from '../defaultPrices.ts';
import { addPriceList } from '../priceList.ts';
import { type Meter, startMeter } from '../testing/meter.ts';
import { tierMargins } from './tiers.ts';

const start = Date.parse('2026-02-20T07:13:05Z');
const month = { at: new Date('2026-03-15T12:00:00Z'), until: null };
const hour = 3_600_000;

/** The default prices multiplied by a factor, to eight decimals. Memory costs a tenth while off. */
const tieredPrices = (factor: number): DefaultPrice[] => {
  const scaled = (price: string | null, part = 1) =>
    price === null ? null : (Number(price) * factor * part).toFixed(8);
  return defaultPrices.map((price) => ({
    ...{ ...price, hourly: scaled(price.hourly), monthly: scaled(price.monthly) },
    ...(price.code === 'ram.gb'
      ? {
          poweredOff: 'priced',
          offHourly: scaled(price.hourly, 0.1),
          offMonthly: scaled(price.monthly, 0.1),
        }
      : {}),
  }));
};

let meter: Meter;
/** The topmost site, a reseller below it, and a sub-reseller below that reseller. */
let tiers: string[];
beforeAll(async () => {
  meter = await startMeter();
  const reseller = await meter.makeSite('UTC', meter.siteId);
  const sub = await meter.makeSite('UTC', reseller);
  tiers = [meter.siteId, reseller, sub];
  const add = (siteId: string, factor: number, from: number, items = tieredPrices(factor)) =>
    addPriceList(
      { db: meter.handle.db },
      { siteId, currency: 'USD', validFrom: new Date(from), items },
    );
  // Memory has a price while off in every list, because the start of its hours depends on the
  // metering at the site of usage.
  await add(meter.siteId, 1, start - hour);
  // The reseller's own list takes effect in mid-month and has no managed service.
  await add(
    reseller,
    1.25,
    Date.parse('2026-03-04T10:00:00Z'),
    tieredPrices(1.25).filter(({ code }) => code !== 'managed.server'),
  );
  await add(meter.siteId, 1.1, Date.parse('2026-03-11T00:00:00Z'));
  await add(sub, 1.7, 0);
  await add(sub, 1.6, Date.parse('2026-03-09T12:00:00Z'));
});
afterAll(() => meter.close());

const item = fc.record<RequestedItem>({
  item: fc.constantFrom('cpu.B', 'ram.gb', 'disk.gb', 'ip.wan', 'traffic.t1000'),
  quantity: fc.constantFrom('1', '2', '3', '0.5', '7.0001', '40'),
  mode: fc.constantFrom('hourly', 'monthly'),
  powerState: fc.constantFrom('on', 'on', 'off'),
});
const itemsArbitrary = fc.uniqueArray(item, { selector: ({ item: code }) => code, maxLength: 4 });
const pause = fc.oneof(
  fc.constantFrom(1, 600_000, hour, hour + 1),
  fc.integer({ min: 1, max: 200 * hour }),
);
const changes = fc.array(fc.tuple(pause, itemsArbitrary), { minLength: 1, maxLength: 12 });
type History = typeof changes extends fc.Arbitrary<infer H> ? H : never;
/** Histories with earnings for the sites below, regardless of the random samples. */
const revenueHistories = ['cpu.B', 'ram.gb', 'disk.gb'].flatMap((item) =>
  (['hourly', 'monthly'] as const).flatMap((mode) =>
    ['1', '3', '7.0001', '40'].map((quantity): [History] => [
      [[hour, [{ item, quantity, mode, powerState: 'on' }]]],
    ]),
  ),
);

interface Row {
  tier: string;
  retail: string;
  wholesale: string;
  margin: string;
}
const cents = (amount: string): number => Math.round(Number(amount) * 100);
const marginsOf = async (ownerId: string): Promise<Row[]> =>
  (
    await sql<Row>`select tier_id as tier, retail::text as retail, wholesale::text as wholesale, margin::text as margin
      from (${tierMargins(month, sql`span.owner_id = ${ownerId}`)}) as m`.execute(meter.handle.db)
  ).rows;

it('the same usage is rated at every tier as if it had occurred there, and the margins add up to the charge, to the cent', {
  timeout: 120_000,
}, async () => {
  let revenue = 0;
  await fc.assert(
    fc.asyncProperty(changes, async (history) => {
      const owner = await meter.makeOwner(tiers[2]);
      const tierSubjects = tiers.map((siteId) => ({ ...meter.subject(siteId), ownerId: owner }));
      // For comparison, the same events occur at each site. Each has a separate owner, so that each
      // is rated alone.
      const others = await Promise.all(tiers.slice(0, 2).map((siteId) => meter.makeOwner(siteId)));
      const subjects = tierSubjects.map((subject, index) => ({
        ...subject,
        ownerId: others[index] ?? owner,
      }));
      for (const subject of subjects) {
        let at = start;
        for (const [wait, items] of history) {
          at += wait;
          await meter.set(subject, new Date(at), items);
        }
      }
      const margins = await marginsOf(owner);
      const own = await Promise.all(
        subjects.map(async ({ id }) =>
          (await meter.lines(id, month.at, null)).reduce(
            (sum, line) => sum + cents(line.amount),
            0,
          ),
        ),
      );
      const displayedMargins = tiers.map((tier) => margins.find((row) => row.tier === tier));
      expect(displayedMargins.map((row) => cents(row?.retail ?? '0'))).toEqual(own);
      expect(displayedMargins.slice(1).map((row) => cents(row?.wholesale ?? '0'))).toEqual(
        own.slice(0, 2),
      );
      expect(margins.reduce((sum, { margin }) => sum + cents(margin), 0)).toBe(own[2]);
      revenue += margins.some(({ margin, tier }) => tier !== meter.siteId && cents(margin) > 0)
        ? 1
        : 0;
    }),
    { numRuns: 60, examples: revenueHistories },
  );
  expect(revenue).toBeGreaterThan(20);
});

it('an item that a tier above doesn’t sell earns nothing there', async () => {
  const owner = await meter.makeOwner(tiers[2]);
  await meter.set({ ...meter.subject(tiers[2]), ownerId: owner }, '2026-03-20T00:00:00Z', [
    { item: 'managed.server', quantity: '1', mode: 'monthly', powerState: 'on' },
  ]);
  const margins = await marginsOf(owner);
  const marginOf = (tier: string | undefined) => margins.find((row) => row.tier === tier);
  expect(marginOf(tiers[2])?.margin).toBe('0.00');
  expect(marginOf(tiers[1])?.retail).toBe(marginOf(tiers[2])?.retail);
  expect(cents(marginOf(tiers[1])?.margin ?? '0')).toBeGreaterThan(0);
});

it.each([
  ['free', 'an item that is free while off there costs nothing there'],
  ['charge', 'an item with an unchanged price while off there costs that price there'],
] as const)('at a tier above with the off price %s, %s', async (poweredOff, _case) => {
  const reseller = await meter.makeSite('UTC', await meter.makeSite('UTC'));
  const { rows } = await sql<{
    id: string;
  }>`select parent_id as id from site where id = ${reseller}`.execute(meter.handle.db);
  const rootSiteId = rows[0]?.id ?? '';
  const memory = tieredPrices(1).filter(({ code }) => code === 'ram.gb');
  const add = (siteId: string, items: DefaultPrice[]) =>
    addPriceList(
      { db: meter.handle.db },
      { siteId, currency: 'USD', validFrom: new Date(0), items },
    );
  await add(
    rootSiteId,
    memory.map((price) => ({ ...price, poweredOff, hourly: '0.001', monthly: '10' })),
  );
  await add(reseller, memory);
  const owner = await meter.makeOwner(reseller);
  const setUsage = (time: string, powerState: 'on' | 'off') =>
    meter.set({ ...subject, ownerId: owner }, time, [
      { item: 'ram.gb', quantity: '10', mode: 'hourly', powerState },
    ]);
  const subject = meter.subject(reseller);
  await setUsage('2026-03-01T00:00:00Z', 'on');
  await setUsage('2026-03-01T10:30:00Z', 'off');
  await meter.set({ ...subject, ownerId: owner }, '2026-03-05T04:00:00Z', []);
  const margins = await marginsOf(owner);
  // Eleven hours on, with the server off during half of the last one, and 89 further hours off.
  expect(margins.find(({ tier }) => tier === reseller)?.retail).toBe('0.70');
  const wholesale = poweredOff === 'free' ? '0.11' : '1.00';
  expect(margins.find(({ tier }) => tier === reseller)?.wholesale).toBe(wholesale);
  expect(margins.find(({ tier }) => tier === rootSiteId)?.retail).toBe(wholesale);
});
