import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { TestApp } from '../../../../../server/testing/app.ts';
import type { RequestedItem } from '../../../pricing/rules.ts';
import { type DefaultPrice, defaultPrices, units } from '../../../pricing/server/defaultPrices.ts';
import { addPriceList, type Subject, setSpans } from '../../../pricing/server/index.ts';
import { listInvoiceBatches, settleCustomers, writeLines } from '../run/lines.ts';

/**
 * March: the clocks change during it in two of the time zones, and it is as long as the month used
 * for estimates.
 */
export const period = '2026-03';
export const historyStart = Date.parse('2026-02-20T07:13:05Z');
export const hour = 3_600_000;

/** A site with its own company, time zone, currency and prices. */
export interface TestSite {
  siteId: string;
  companyId: string;
  currency: string;
  /** Decimals of the currency's minor unit. */
  decimals: number;
  /** Start and end of the month in the site's time zone. */
  starts: number;
  ends: number;
}

/**
 * Prices that don't divide evenly, with included amounts, tiers, a minimum price, prices while
 * powered off, and software that is bought once.
 */
const steppedPrices: DefaultPrice[] = [
  ...defaultPrices.map((price): DefaultPrice => {
    if (price.code === 'cpu.B')
      return {
        ...{
          ...price,
          hourly: '0.01000001',
          monthly: '5.33333333',
          included: '1',
          tiers: [{ from: '2', hourly: '0.007', monthly: '4.1' }],
        },
        ...{ poweredOff: 'priced', offHourly: '0.00100003', offMonthly: '0.51' },
      };
    if (price.code === 'ram.gb')
      return {
        ...price,
        hourly: '0.00350007',
        monthly: null,
        minimum: '0.333',
        poweredOff: 'priced',
        offHourly: '0.00035007',
      };
    if (price.code === 'traffic.t1000')
      return {
        ...price,
        monthly: '1.9999',
        tiers: [{ from: '2', hourly: null, monthly: '1.0005' }],
        poweredOff: 'priced',
        offMonthly: '0.77',
      };
    return price;
  }),
  {
    ...{
      code: 'image.office',
      resource: { en: 'Office', he: 'Office', ar: 'Office' },
      unit: units.server,
      hourly: null,
      monthly: '15.505',
    },
    ...{ poweredOff: 'charge', isPurchase: true },
  },
];

/** Multiplies every price by a factor, to simulate a currency with a less valuable minor unit. */
const raisePrices = (prices: readonly DefaultPrice[], factor: number): DefaultPrice[] => {
  const multiplied = (price: string | null = null) =>
    price === null ? null : (Number(price) * factor).toFixed(8);
  const scaleBoth = <T extends Pick<DefaultPrice, 'hourly' | 'monthly'>>(one: T): T => ({
    ...one,
    hourly: multiplied(one.hourly),
    monthly: multiplied(one.monthly),
  });
  return prices.map(({ tiers, offHourly, offMonthly, ...price }) => ({
    ...{
      ...scaleBoth(price),
      offHourly: multiplied(offHourly),
      offMonthly: multiplied(offMonthly),
    },
    ...(tiers ? { tiers: tiers.map(scaleBoth) } : {}),
  }));
};

const kinds = [
  { timeZone: 'UTC', currency: 'USD', decimals: 2, prices: steppedPrices },
  {
    timeZone: 'Asia/Jerusalem',
    currency: 'ILS',
    decimals: 2,
    prices: raisePrices(steppedPrices, 3.7),
  },
  {
    timeZone: 'America/New_York',
    currency: 'KWD',
    decimals: 3,
    prices: raisePrices(steppedPrices, 0.31),
  },
  {
    timeZone: 'Pacific/Kiritimati',
    currency: 'JPY',
    decimals: 0,
    prices: raisePrices(steppedPrices, 151),
  },
];

/** Creates a place of each kind, all below the root site. */
export async function makePlaces(app: TestApp): Promise<TestSite[]> {
  const { db } = app.portal.services.database;
  const createdPlaces: TestSite[] = [];
  for (const { timeZone, currency, decimals, prices } of kinds) {
    const siteId = await app.makeSite(timeZone);
    await sql`update site set time_zone = ${timeZone} where id = ${siteId}`.execute(db);
    await addPriceList(
      { db },
      { siteId, currency, validFrom: new Date(historyStart - 24 * hour), items: prices },
    );
    const { rows } = await sql<{ id: string; starts: Date; ends: Date }>`
      insert into company (legal_name, street, city, country, tax_number, currency, document_series, number_format)
      values (${timeZone}, 'Street', 'City', 'IL', '510000003', ${currency}, 'INV', '{number}')
      returning id, timestamp '2026-03-01' at time zone ${timeZone} as starts, timestamp '2026-04-01' at time zone ${timeZone} as ends`.execute(
      db,
    );
    const { id: companyId = '', starts = new Date(), ends = new Date() } = rows[0] ?? {};
    await sql`insert into company_site (site_id, company_id) values (${siteId}, ${companyId})`.execute(
      db,
    );
    await sql`
      insert into company_tax (company_id, name, rate, valid_from, valid_to) values
        (${companyId}, 'VAT', 17.5, '2020-01-01', '2026-03-31'), (${companyId}, 'VAT', 99, '2026-04-01', null), (${companyId}, 'City', 0.125, '2020-01-01', null)`.execute(
      db,
    );
    createdPlaces.push({
      siteId,
      companyId,
      currency,
      decimals,
      starts: starts.getTime(),
      ends: ends.getTime(),
    });
  }
  return createdPlaces;
}

/** Creates accounts that need no billing profile, all at once. */
export async function makeOwners(
  app: TestApp,
  owners: readonly { id: string; siteId: string; parentId: string | null }[],
): Promise<void> {
  await sql`
    insert into user_account (id, site_id, parent_id, email, billing_state)
    select id, "siteId", "parentId", id || '@example.test', -1
    from jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) as owner (id uuid, "siteId" uuid, "parentId" uuid)`.execute(
    app.portal.services.database.db,
  );
}

/** The items of a server over time, each from the given time on, in order. */
export type PurchaseHistory = readonly { at: number; items: readonly RequestedItem[] }[];

/**
 * Records past usage of a new server of the owner, in one transaction, each change at its own time.
 */
export async function recordHistory(
  app: TestApp,
  { siteId }: TestSite,
  ownerId: string,
  history: PurchaseHistory,
): Promise<Subject> {
  const subject: Subject = { type: 'server', id: randomUUID(), name: 'web', ownerId, siteId };
  await app.portal.services.database.db.transaction().execute(async (db) => {
    for (const { at, items } of history)
      await setSpans({ db, clock: { now: () => new Date(at) } }, subject, items);
  });
  return subject;
}

export const pricedItems = [
  'cpu.B',
  'ram.gb',
  'disk.gb',
  'ip.wan',
  'traffic.t1000',
  'managed.server',
  'image.office',
];
export const itemArbitrary = fc.record<RequestedItem>({
  item: fc.constantFrom(...pricedItems),
  quantity: fc.constantFrom('1', '2', '3', '0.5', '7.0001', '40'),
  mode: fc.constantFrom('hourly', 'monthly'),
  powerState: fc.constantFrom('on', 'on', 'off'),
});
export const itemsArbitrary = fc.uniqueArray(itemArbitrary, {
  selector: ({ item }) => item,
  maxLength: 4,
});

let runs = 0;

/** Creates the invoices of all customers with usage on the site, like an invoicing run. */
export async function invoiceAll(app: TestApp, { siteId, companyId }: TestSite): Promise<void> {
  const { db } = app.portal.services.database;
  runs += 1;
  const scope = { companyId, period, cmdId: runs, siteIds: [siteId] };
  const ctx = { clock: { now: () => new Date(historyStart) }, actor: null };
  await db.transaction().execute((transaction) => settleCustomers({ db: transaction }, scope));
  for (const batch of await listInvoiceBatches({ db }, scope))
    await db
      .transaction()
      .execute((transaction) => writeLines({ ...ctx, db: transaction }, scope, batch, []));
}

/** Runs the work for each item, a few at a time, because the database has two CPUs. */
export async function inParallel<T>(
  all: readonly T[],
  work: (one: T, index: number) => Promise<void>,
): Promise<void> {
  const entries = all.entries();
  const worker = async () => {
    for (const [index, one] of entries) await work(one, index);
  };
  await Promise.all([worker(), worker(), worker()]);
}
