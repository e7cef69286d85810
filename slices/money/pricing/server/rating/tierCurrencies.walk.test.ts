import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestedItem } from '../../rules.ts';
import { defaultPrices } from '../defaultPrices.ts';
import { addPriceList } from '../priceList.ts';
import { exactRate, type KnownRate, roundedTo } from '../testing/exchange.ts';
import { type Meter, startMeter } from '../testing/meter.ts';
import { tierMargins } from './tiers.ts';

const month = { at: new Date('2026-03-15T12:00:00Z'), until: null };
const start = Date.parse('2026-02-24T07:13:05Z');
const hour = 3_600_000;
/** JPY has no minor unit, and KWD has three decimals. */
const currencies = ['USD', 'ILS', 'EUR', 'JPY', 'KWD'] as const;
type Currency = (typeof currencies)[number];
const decimals: Record<Currency, number> = { USD: 2, ILS: 2, EUR: 2, JPY: 0, KWD: 3 };

let meter: Meter;
let userId: string;
beforeAll(async () => {
  meter = await startMeter();
  userId = await meter.makeOwner();
});
afterAll(() => meter.close());

/** The price list of a site. Null: it sells with the list of the site above. */
interface Tier {
  currency: Currency;
  factor: number;
}

const addTierPriceList = (siteId: string, { currency, factor }: Tier, from = new Date(0)) =>
  addPriceList(
    { db: meter.handle.db },
    {
      ...{ siteId, currency, validFrom: from },
      items: defaultPrices.map((price) => ({
        ...price,
        hourly: price.hourly && (Number(price.hourly) * factor).toFixed(8),
        monthly: price.monthly && (Number(price.monthly) * factor).toFixed(8),
        poweredOff: 'charge' as const,
      })),
    },
  );

async function setRates(rates: readonly KnownRate[]): Promise<void> {
  const { db } = meter.handle;
  await sql`update exchange_rate set withdrawn_at = now() where withdrawn_at is null`.execute(db);
  for (const { base, quote, day, rate, source } of rates)
    await sql`insert into exchange_rate (base, quote, day, rate, source, entered_at, entered_by)
      values (${base}, ${quote}, ${day}::date, ${rate}::numeric, ${source}, now(), case when ${source} = 'manual' then ${userId}::uuid end)`.execute(
      db,
    );
}

interface Row {
  tier: string;
  currency: Currency;
  wholesaleCurrency: Currency;
  retail: string;
  wholesale: string;
  rate: string | null;
  day: string | null;
  converted: string | null;
  margin: string | null;
}
const marginsOf = async (ownerId: string): Promise<Row[]> =>
  (
    await sql<Row>`
      select tier_id as tier, currency, wholesale_currency as "wholesaleCurrency", retail::text as retail, wholesale::text as wholesale,
        trim_scale(rate)::text as rate, to_char(rate_day, 'YYYY-MM-DD') as day, converted::text as converted, margin::text as margin
      from (${tierMargins(month, sql`span.owner_id = ${ownerId}`)}) as m`.execute(meter.handle.db)
  ).rows;

/** In thousandths, which are exact for every currency used here. */
const thousandths = (amount: string | null): bigint => {
  const [whole = '0', fractionDigits = ''] = (amount ?? '0').replace('-', '').split('.');
  return BigInt(
    `${amount?.startsWith('-') ? '-' : ''}${whole}${fractionDigits.padEnd(3, '0').slice(0, 3)}`,
  );
};

const tier = fc.record<Tier>({
  currency: fc.constantFrom(...currencies),
  factor: fc.constantFrom(0.5, 1, 1.37, 3.7, 110.01),
});
const tree = fc.tuple(tier, fc.array(fc.option(tier, { freq: 4 }), { minLength: 1, maxLength: 3 }));
type Tree = typeof tree extends fc.Arbitrary<infer T> ? T : never;
const rate = fc.record({
  base: fc.constantFrom(...currencies),
  quote: fc.constantFrom(...currencies),
  // Before the month, in it, on its last day, and after it. The last one must have no effect.
  day: fc.constantFrom(
    '2025-12-31',
    '2026-02-28',
    '2026-03-01',
    '2026-03-17',
    '2026-03-31',
    '2026-04-01',
  ),
  rate: fc.constantFrom('3.7051', '0.27', '1.0832', '163.25', '0.00000001', '9999999999', '7'),
  source: fc.constantFrom('manual' as const, 'ecb' as const),
});
const rates = fc
  .uniqueArray(rate, {
    selector: ({ base, quote, day, source }) => `${base} ${quote} ${day} ${source}`,
    minLength: 4,
    maxLength: 30,
  })
  .map((all) => all.filter(({ base, quote }) => base !== quote));
const item = fc.record<RequestedItem>({
  item: fc.constantFrom('cpu.B', 'ram.gb', 'disk.gb', 'ip.wan'),
  quantity: fc.constantFrom('1', '3', '0.5', '7.0001'),
  mode: fc.constantFrom('hourly', 'monthly'),
  powerState: fc.constantFrom('on', 'off'),
});
const itemsArbitrary = fc.uniqueArray(item, {
  selector: ({ item: code }) => code,
  minLength: 1,
  maxLength: 4,
});
const history = fc.array(
  fc.tuple(fc.constantFrom(600_000, hour, 31 * hour, 190 * hour), itemsArbitrary),
  {
    minLength: 1,
    maxLength: 6,
  },
);
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

const baseTier: Tier = { currency: 'USD', factor: 110.01 };
const known = (base: Currency, quote: Currency) => ({
  base,
  quote,
  day: '2026-03-01',
  rate: '3.7051',
  source: 'manual' as const,
});
/**
 * Pairs of currencies with a direct rate, with no rate, and with a rate through EUR, so that each
 * case occurs regardless of the random samples.
 */
const allRateCases = (
  [
    ['USD', 'ILS'],
    ['ILS', 'USD'],
    ['USD', 'JPY'],
    ['JPY', 'KWD'],
    ['KWD', 'ILS'],
    ['USD', 'KWD'],
    ['JPY', 'ILS'],
  ] as const
).flatMap(([top, bottomCurrency]) =>
  [[known(top, bottomCurrency)], [], [known(top, 'EUR'), known('EUR', bottomCurrency)]].map(
    (rates): [Tree, KnownRate[], History] => [
      [{ ...baseTier, currency: top }, [{ ...baseTier, currency: bottomCurrency }]],
      rates,
      [[hour, [{ item: 'ram.gb', quantity: '7.0001', mode: 'hourly', powerState: 'on' }]]],
    ],
  ),
);

it('in random trees with prices in several currencies, each tier is rated at its own prices, and its retail is the exact sum of margin and converted wholesale', {
  timeout: 240_000,
}, async () => {
  const counts = { foreign: 0, unknown: 0, through: 0 };
  await fc.assert(
    fc.asyncProperty(tree, rates, history, async ([top, bottomCurrency], givenRates, events) => {
      await setRates(givenRates);
      const tiers = [top, ...bottomCurrency];
      const sites: string[] = [];
      for (const own of tiers) {
        const siteId = await meter.makeSite('UTC', sites.at(-1));
        sites.push(siteId);
        if (own) await addTierPriceList(siteId, own);
      }
      // For comparison, the same events occur at each site. Each has a separate owner, so that each
      // is rated alone.
      const subjects = await Promise.all(
        sites.map(async (siteId) => ({
          ...meter.subject(siteId),
          ownerId: await meter.makeOwner(siteId),
        })),
      );
      for (const subject of subjects) {
        let at = start;
        for (const [wait, items] of events) {
          at += wait;
          await meter.set(subject, new Date(at), items);
        }
      }
      const currencyOf = (index: number): Currency =>
        tiers.slice(0, index + 1).findLast((each) => each !== null)?.currency ?? 'USD';
      const alone = await Promise.all(
        subjects.map(async ({ id }) =>
          (await meter.lines(id, month.at, null)).reduce(
            (sum, { amount }) => sum + thousandths(amount),
            0n,
          ),
        ),
      );
      const rows = await marginsOf(subjects.at(-1)?.ownerId ?? '');
      expect(rows).toHaveLength(sites.length);
      for (const [index, siteId] of sites.entries()) {
        const row = rows.find((each) => each.tier === siteId);
        if (!row) throw new Error('A tier has no row.');
        const [own, parentCurrency] = [currencyOf(index), currencyOf(Math.max(0, index - 1))];
        expect([row.currency, row.wholesaleCurrency]).toEqual([own, parentCurrency]);
        expect(thousandths(row.retail)).toBe(alone[index]);
        const purchasePrice = index === 0 ? 0n : (alone[index - 1] ?? 0n);
        expect(thousandths(row.wholesale)).toBe(purchasePrice);
        const found =
          own === parentCurrency
            ? { rate: { top: 1n, bottom: 1n }, text: '1', day: null, isThrough: false }
            : exactRate(givenRates, parentCurrency, own, '2026-03-31');
        expect([row.rate, row.day]).toEqual([found?.text ?? null, found?.day ?? null]);
        if (own !== parentCurrency) counts.foreign++;
        if (found?.isThrough) counts.through++;
        if (!found && purchasePrice !== 0n) {
          counts.unknown++;
          expect([row.converted, row.margin]).toEqual([null, null]);
          continue;
        }
        const converted = found
          ? roundedTo(decimals[own], purchasePrice * found.rate.top, found.rate.bottom)
          : 0n;
        expect(thousandths(row.converted)).toBe(converted);
        expect(thousandths(row.margin) + thousandths(row.converted)).toBe(thousandths(row.retail));
        expect(row.margin?.split('.')[1]?.length ?? 0).toBe(decimals[own]);
      }
    }),
    { numRuns: 60, examples: allRateCases },
  );
  expect(counts.foreign).toBeGreaterThan(20);
  expect(counts.unknown).toBeGreaterThan(3);
  expect(counts.through).toBeGreaterThan(3);
});

const all = (rows: readonly Row[], tierId: string) =>
  rows
    .filter(({ tier: id }) => id === tierId)
    .map(({ currency, wholesaleCurrency, retail, wholesale, converted, margin }) => [
      currency,
      retail,
      wholesaleCurrency,
      wholesale,
      converted,
      margin,
    ])
    .sort();

it('a tier that changes its currency within the month is rated in both, with nothing counted twice or lost', async () => {
  await setRates([
    { base: 'USD', quote: 'ILS', day: '2026-03-01', rate: '4', source: 'manual' },
    { base: 'USD', quote: 'EUR', day: '2026-03-01', rate: '0.5', source: 'manual' },
  ]);
  const rootSiteId = await meter.makeSite('UTC');
  const reseller = await meter.makeSite('UTC', rootSiteId);
  const sub = await meter.makeSite('UTC', reseller);
  const price = (siteId: string, currency: Currency, hourly: string, from: string) =>
    addPriceList(
      { db: meter.handle.db },
      {
        ...{ siteId, currency, validFrom: new Date(from) },
        items: defaultPrices
          .filter(({ code }) => code === 'ram.gb')
          .map((one) => ({ ...one, hourly, monthly: '9999', poweredOff: 'charge' as const })),
      },
    );
  await price(rootSiteId, 'USD', '1', '2026-01-01');
  await price(reseller, 'USD', '4', '2026-01-01');
  await price(reseller, 'EUR', '1', '2026-03-10');
  await price(sub, 'ILS', '10', '2026-01-01');
  const owner = await meter.makeOwner(sub);
  const subject = { ...meter.subject(sub), ownerId: owner };
  const setUsage = (time: string, quantity: string) =>
    meter.set(
      subject,
      time,
      quantity === '0' ? [] : [{ item: 'ram.gb', quantity, mode: 'hourly', powerState: 'on' }],
    );
  // Ten hours of one core before the change, and ten hours of two cores after it.
  await setUsage('2026-03-02T00:00:00Z', '1');
  await setUsage('2026-03-02T10:00:00Z', '0');
  await setUsage('2026-03-20T00:00:00Z', '2');
  await setUsage('2026-03-20T10:00:00Z', '0');
  const rows = await marginsOf(owner);
  expect(all(rows, rootSiteId)).toEqual([['USD', '30.00', 'USD', '0.00', '0.00', '30.00']]);
  // Sold in both currencies. Purchases in USD are offset against sales in USD, although EUR was the
  // last currency.
  expect(all(rows, reseller)).toEqual([
    ['EUR', '20.00', 'EUR', '0.00', '0.00', '20.00'],
    ['USD', '40.00', 'USD', '30.00', '30.00', '10.00'],
  ]);
  // Purchased in both currencies, so the sale is listed with the last purchase. There is no rate
  // between EUR and ILS, and none is derived through USD.
  expect(all(rows, sub)).toEqual([
    ['ILS', '0.00', 'USD', '40.00', '160.00', '-160.00'],
    ['ILS', '300.00', 'EUR', '20.00', null, null],
  ]);
});

it('an hour that continues across a currency change isn’t offset against the amount paid for it in the other currency', async () => {
  const rootSiteId = await meter.makeSite('UTC');
  const reseller = await meter.makeSite('UTC', rootSiteId);
  await addTierPriceList(rootSiteId, { currency: 'USD', factor: 1 });
  await addTierPriceList(
    rootSiteId,
    { currency: 'JPY', factor: 100 },
    new Date('2026-03-02T00:30:00Z'),
  );
  await addTierPriceList(reseller, { currency: 'USD', factor: 2 });
  const owner = await meter.makeOwner(reseller);
  const subject = { ...meter.subject(reseller), ownerId: owner };
  const setUsage = (time: string, quantity: string) =>
    meter.set(
      subject,
      time,
      quantity === '0' ? [] : [{ item: 'cpu.B', quantity, mode: 'hourly', powerState: 'on' }],
    );
  await setUsage('2026-03-02T00:00:00Z', '4000');
  await setUsage('2026-03-02T00:45:00Z', '1000');
  await setUsage('2026-03-02T00:50:00Z', '0');
  const hourly = Number(defaultPrices.find(({ code }) => code === 'cpu.B')?.hourly);
  const rows = await marginsOf(owner);
  expect(
    rows
      .filter(({ tier: id }) => id === rootSiteId)
      .map(({ currency, retail }) => [currency, Number(retail)])
      .sort(),
  ).toEqual([
    ['JPY', Math.round(hourly * 100 * 1000)],
    ['USD', Math.round(hourly * 4000 * 100) / 100],
  ]);
});
