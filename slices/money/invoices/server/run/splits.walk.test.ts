import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedHint, testSeed } from '../../../../../launcher/test/seed.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { discounting } from '../../../discounts/server/index.ts';
import { defaultPrices } from '../../../pricing/server/defaultPrices.ts';
import { addPriceList, lineRating } from '../../../pricing/server/index.ts';
import { type Meter, startMeter } from '../../../pricing/server/testing/meter.ts';
import { discountsTakenBack, taxOf, taxTakenBack, taxUpTo } from './splits.ts';

type Db = Context['db'];

/** security.md, MON-05. */
const invoices = 100_000;
const currencies = ['USD', 'ILS', 'EUR', 'JPY', 'KWD'];

let meter: Meter;
beforeAll(async () => {
  meter = await startMeter();
  for (const currency of currencies) {
    const siteId = await meter.makeSite('UTC', meter.siteId);
    await addPriceList(meter.handle, {
      siteId,
      currency,
      validFrom: new Date('2020-01-01T00:00Z'),
      items: defaultPrices,
    });
  }
});
afterAll(() => meter.close());

const keep = (db: Db, name: string, query: RawBuilder<unknown>) =>
  sql`create temporary table ${sql.table(name)} on commit drop as ${query}`.execute(db);
const oneOf = (texts: readonly string[]) =>
  sql`(${[...texts]}::text[])[1 + floor(random() * ${texts.length})::integer]`;

/**
 * Creates invoices in all currencies: a third with one tax rate, a third with two, and the rest
 * without. Each has up to four lines for random parts of a month.
 */
async function drawBills(db: Db): Promise<void> {
  const currency = sql`(${currencies}::text[])[1 + bill % ${currencies.length}]`;
  await keep(
    db,
    'bill',
    sql`
    select *, minor_units(currency) as decimals from (
      select bill, ${currency} as currency, 1 + floor(random() * 4)::integer as lines, floor(random() ^ 2 * 4)::integer as terms,
        case when bill % 3 > 0 then ${oneOf(['17', '17.5', '18', '19', '7.7', '21'])}::numeric end as first_rate, case when bill % 3 > 1 then ${oneOf(['0.125', '2.5', '9.975'])}::numeric end as second_rate
      from generate_series(1, ${invoices}) as bill
    ) as drawn`,
  );
  await keep(
    db,
    'had',
    sql`
    select bill, place, decimals, price.id as price_item_id, round((random() ^ 6 * 3000)::numeric, 4) + 0.0001 as quantity, 1 + floor(random() * 2678400)::bigint as seconds,
      md5(bill || ' ' || place)::uuid as subject_id
    from (
      select bill, currency, decimals, place, (array['cpu.B', 'ram.gb', 'disk.gb', 'ip.wan', 'traffic.t1000'])[1 + floor(random() * 5 + 0 * place)::integer] as item
      from bill cross join lateral generate_series(1, bill.lines) as place
    ) as wanted
    join price_list list on list.currency = wanted.currency and list.site_id <> ${meter.siteId} join price_item price on price.price_list_id = list.id and price.code = wanted.item`,
  );
  const begins = sql`timestamptz '2026-03-01 00:00Z'`;
  const ends = sql`timestamptz '2026-04-01 00:00Z'`;
  const used = sql`
    select subject_id, subject_id as owner_id, price_item_id, quantity, 'monthly' as mode, ${ends} - seconds * interval '1 second' as from_at, ${ends} as to_at,
      ${begins} as hours_from, 0::numeric as hour_paid, ${begins} as starts, ${ends} as ends, 2678400::bigint as month_seconds, ${ends} as cut from had`;
  await keep(
    db,
    'drawn_line',
    sql`with ${lineRating(used)}
    select had.bill, had.place, line.item, line.currency, had.decimals, line.exact, line.amount from rated_line line join had using (subject_id)`,
  );
  await keep(
    db,
    'drawn_term',
    sql`
    select bill, currency, rank, md5(bill || ' ' || rank)::uuid as id, '' as title, (array['percent', 'fixed', 'credit'])[rank] as kind,
      case rank when 1 then round((0.01 + random() * 99.99)::numeric, 2) else round((random() ^ 3 * 90)::numeric, decimals) + 10.0 ^ -decimals end as value,
      case when random() < 0.4 then ${oneOf(['cpu ram', 'disk', 'traffic ip cpu'])} end as groups,
      case when random() < 0.2 then round((random() * 20)::numeric, decimals) end as most
    from bill cross join lateral generate_series(1, bill.terms) as rank`,
  );
}

/** Calculates discounts, taxes, and the tax of each item. */
async function calculateBills(db: Db): Promise<void> {
  const terms = sql`select bill, currency, rank, id, title, kind, value, string_to_array(groups, ' ') as groups, most from drawn_term`;
  await keep(
    db,
    'off',
    sql`with recursive ${discounting(sql`select bill, place, item, currency, amount from drawn_line`, terms)}
    select bill, rank, place, part as amount, null::numeric as exact, null::numeric as base from taken_part
    union all select bill, rank, null, amount, exact, base from discount_line`,
  );
  await keep(
    db,
    'invoice_sum',
    sql`
    select bill.*, gross, coalesce(off, 0) as off, gross - coalesce(off, 0) as net
    from bill join (select bill, sum(amount) as gross from drawn_line group by 1) as had using (bill)
    left join (select bill, sum(amount) as off from off where place is null group by 1) as taken using (bill)`,
  );
  await keep(
    db,
    'drawn_tax',
    sql`
    select bill, net, decimals, rate, ${taxOf(sql`net`, sql`rate`, sql`decimals`)} as amount
    from invoice_sum cross join lateral (values (first_rate), (second_rate)) as tax (rate) where rate is not null and net > 0`,
  );
  const upTo = sql`sum(price) over (partition by bill order by item collate "C")`;
  await keep(
    db,
    'item_tax',
    sql`
    select bill, item, price, amount - lag(amount, 1, 0) over (partition by bill order by item collate "C") as amount
    from (
      select bill, item, price, ${taxUpTo({ tax: sql`tax`, upTo, net: sql`net`, decimals: sql`decimals` })} as amount
      from (
        select line.bill, line.item, sum(line.amount - coalesce(taken.part, 0)) as price from drawn_line line
        left join (select bill, place, sum(amount) as part from off where place is not null group by 1, 2) as taken using (bill, place) group by 1, 2
      ) as items join invoice_sum using (bill) join (select bill, sum(amount) as tax from drawn_tax group by 1) as taxes using (bill) where net > 0
    ) as up_to`,
  );
}

const notes = [1, 2, 3] as const;

/**
 * Credits everything in three credit notes: a part of every line, a part of the remaining amount,
 * and the rest.
 */
async function takeBack(db: Db): Promise<void> {
  await keep(
    db,
    'credited',
    sql`
    select bill, place, amount, decimals, up_to_1, up_to_1 + round((amount - up_to_1) * random()::numeric, decimals) as up_to_2, amount as up_to_3
    from (select *, round(amount * random()::numeric, decimals) as up_to_1 from drawn_line) as line`,
  );
  await sql`create temporary table back (bill integer, note integer, rank integer, amount numeric) on commit drop`.execute(
    db,
  );
  for (const note of notes) {
    const shares = sql`
      select bill, rank, place, off.amount as part, ${sql.ref(`up_to_${note}`)} as credited, credited.amount, credited.decimals
      from off join credited using (bill, place) where credited.amount > 0`;
    const before = sql`select bill, rank, sum(amount) as back from back group by 1, 2`;
    await sql`insert into back (bill, rank, amount, note) select bill, rank, amount, ${note} from (${discountsTakenBack(shares, before)}) as due`.execute(
      db,
    );
  }
  const upTo = (note: number) =>
    sql`sum(${sql.ref(`up_to_${note}`)}) - coalesce((select sum(back.amount) from back where back.bill = credited.bill and note <= ${note}), 0)`;
  await sql`create index on back (bill)`.execute(db);
  await keep(
    db,
    'note',
    sql`select bill, ${upTo(1)} as up_to_1, ${upTo(2)} as up_to_2, ${upTo(3)} as up_to_3 from credited group by bill`,
  );
  const taken = (note: number, leftOver: RawBuilder<unknown>) => {
    const net = sql.ref(`net_${note}`);
    return taxTakenBack({
      isLast: sql`${sql.ref(`up_to_${note}`)} = net`,
      leftOver,
      tax: taxOf(net, sql`rate`, sql`decimals`),
    });
  };
  await keep(
    db,
    'note_tax',
    sql`
    select bill, rate, amount, decimals, first, second, third
    from drawn_tax join note using (bill)
    cross join lateral (select up_to_1 as net_1, up_to_2 - up_to_1 as net_2, up_to_3 - up_to_2 as net_3) as net
    cross join lateral (select ${taken(1, sql`amount`)} as first) as one
    cross join lateral (select ${taken(2, sql`amount - first`)} as second) as two
    cross join lateral (select ${taken(3, sql`amount - first - second`)} as third) as three`,
  );
}

const isNoCoin = (amount: string) => sql`${sql.ref(amount)} <> round(${sql.ref(amount)}, decimals)`;

/** Invariants by name, each selecting the invoices that violate it. */
const rules: Record<string, RawBuilder<unknown>> = {
  'a line is whole coins, at most half a coin from what it is exactly': sql`
    select bill from drawn_line where ${isNoCoin('amount')} or abs(amount - exact) * 2 > 10.0 ^ -decimals`,
  'a discount and each part of it are whole coins': sql`select bill from off join bill using (bill) where ${isNoCoin('amount')}`,
  'the parts of a discount add up to it': sql`
    select bill from off group by bill, rank having sum(amount) filter (where place is null) is distinct from sum(amount) filter (where place is not null)`,
  'a discount is at most half a coin from what it is exactly, and not above its lines': sql`
    select bill from off join bill using (bill) where place is null and (abs(amount - exact) * 2 > 10.0 ^ -decimals or amount > base)`,
  'no line has more taken off than it has': sql`
    select bill from off join drawn_line line using (bill, place) group by bill, place, line.amount having sum(off.amount) > line.amount or min(off.amount) < 0`,
  'what is left of the lines adds up to the net of the invoice': sql`
    select bill from invoice_sum join (
      select line.bill, sum(line.amount - coalesce(part, 0)) as left_over from drawn_line line
      left join (select bill, place, sum(amount) as part from off where place is not null group by 1, 2) as taken using (bill, place) group by 1
    ) as lines using (bill) where left_over <> net or net < 0`,
  'a tax is whole coins, at most half a coin from its rate': sql`
    select bill from drawn_tax where ${isNoCoin('amount')} or abs(amount - net * rate / 100) * 2 > 10.0 ^ -decimals`,
  'the prices and taxes of the items add up to net and tax': sql`
    select bill from invoice_sum join (select bill, sum(price) as price, sum(amount) as tax, bool_or(amount <> round(amount, 3)) as is_odd from item_tax group by 1) as items using (bill)
    join (select bill, sum(amount) as tax from drawn_tax group by 1) as taxes using (bill) where items.tax <> taxes.tax or price <> net or is_odd`,
  'a credit note takes back no less than nothing': sql`select bill from note where up_to_1 < 0 or up_to_2 < up_to_1 or up_to_3 < up_to_2`,
  'the credit notes of an invoice add up to it': sql`select bill from note join invoice_sum using (bill) where up_to_3 <> net`,
  'what goes back of a discount is whole coins, never less than nothing, and adds up to it': sql`
    select bill from off join (select bill, rank, sum(amount) as back, min(amount) as least, bool_or(${isNoCoin('back.amount')}) as is_odd from back join bill using (bill) group by 1, 2) as back using (bill, rank)
    where place is null and (back <> amount or least < 0 or is_odd)`,
  'the taxes of its credit notes are whole coins and add up to each of its taxes': sql`
    select bill from note_tax where first + second + third <> amount or least(first, second, third) < 0 or ${isNoCoin('first')} or ${isNoCoin('second')} or ${isNoCoin('third')}`,
};

it(`${invoices} random invoices in five currencies add up exactly, as do their split discounts, taxes and credit notes`, {
  timeout: 300_000,
}, async () => {
  await meter.handle.db.transaction().execute(async (db) => {
    // Parallel workers would change the row order. Without them, the same seed creates the same
    // data.
    await sql`select set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true), set_config('work_mem', '64MB', true)`.execute(
      db,
    );
    await sql`select setseed(${testSeed() / 2 ** 31})`.execute(db);
    for (const step of [drawBills, calculateBills, takeBack]) await step(db);
    const broken: Record<string, unknown> = {};
    for (const [rule, query] of Object.entries(rules)) {
      const { rows } = await sql<{
        count: number;
        bill: number;
      }>`select count(*)::integer as count, min(bill) as bill from (${query}) as found`.execute(db);
      if (rows[0]?.count !== 0) broken[rule] = rows[0];
    }
    expect(broken, seedHint()).toEqual({});
    const { rows: drawn } = await sql<{
      currency: string;
      bills: number;
      discounted: number;
      taxed: number;
    }>`
      select currency, count(*)::integer as bills, count(*) filter (where off > 0)::integer as discounted, count(*) filter (where first_rate is not null and net > 0)::integer as taxed
      from invoice_sum group by 1 order by 1`.execute(db);
    expect(drawn.map(({ currency, bills }) => [currency, bills])).toEqual(
      [...currencies].sort().map((currency) => [currency, invoices / currencies.length]),
    );
    for (const { discounted, taxed } of drawn)
      expect(Math.min(discounted, taxed)).toBeGreaterThan(invoices / currencies.length / 4);
  });
});
