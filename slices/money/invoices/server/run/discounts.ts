import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  discountItem,
  discountQuery,
  keptTerms,
  storedTerm,
  storePromoUsage,
  termsOf,
} from '../../../discounts/server/index.ts';
import { firstDay, type Period } from './periods.ts';
import { cumulativeTax, reversedDiscounts } from './splits.ts';

/**
 * The lines of these invoices that discounts apply to, in the order in which shares are rounded.
 */
const chargedLines = (invoices: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select invoice_id as bill, row_number() over (partition by invoice_id order by owner_id, subject_id, item, currency collate "C") as place, item, currency, amount
  from invoice_line where ${invoices} and terms is null`;

/**
 * Applies agreed and redeemed discounts to these invoices, all at once. Each discount is a separate
 * line with a negative amount.
 */
export async function insertDiscounts(
  ctx: Pick<Context, 'db'>,
  { period }: Pick<Period, 'period'>,
  { invoiceIds, userIds }: { invoiceIds: readonly string[]; userIds: readonly string[] },
): Promise<void> {
  const ofInvoices = sql`invoice_id = any(${[...invoiceIds]}::uuid[])`;
  const bills = sql`
    select id as bill, company_id, user_id, period as month from invoice where id = any(${[...invoiceIds]}::uuid[])`;
  await sql`
    with recursive ${discountQuery(chargedLines(sql`${ofInvoices} and invoice_id in (select bill from term)`), termsOf(bills))}
    insert into invoice_line (invoice_id, owner_id, subject_type, subject_id, subject_name, item, from_at, to_at, exact, amount, currency, terms)
    select line.bill, i.user_id, line.type, line.id, line.title, ${discountItem}, times.from_at, times.to_at, -line.exact, -line.amount, line.currency, ${storedTerm}
    from discount_line line join invoice i on i.id = line.bill
    join (select invoice_id, min(from_at) as from_at, max(to_at) as to_at from invoice_line where ${ofInvoices} group by invoice_id) as times
      on times.invoice_id = line.bill
    order by line.bill, line.rank`.execute(ctx.db);
  await storePromoUsage(ctx, {
    users: userIds,
    month: firstDay(period),
    lines: sql`select subject_id as id, -amount as amount from invoice_line where ${ofInvoices} and subject_type = 'promo'`,
  });
}

/**
 * The reduction of each invoice line by each discount, recalculated from the stored terms. Use
 * after `with recursive`. Defines `discount_line`, `kept` (its `line_id`) and `taken` (`line_id`,
 * `discount_line_id`, `rank`, `part`).
 */
const recalculated = (invoiceId: string): RawBuilder<unknown> => sql`
  kept as (
    select invoice_id as bill, id as line_id, subject_id as id, subject_name as title, currency, terms from invoice_line where invoice_id = ${invoiceId} and terms is not null
  ),
  places as (
    select id as line_id, row_number() over (order by owner_id, subject_id, item, currency collate "C") as place from invoice_line where invoice_id = ${invoiceId} and terms is null
  ),
  ${discountQuery(chargedLines(sql`invoice_id = ${invoiceId}`), keptTerms(sql`select bill, id, title, currency, terms from kept`))},
  taken as (
    select places.line_id, kept.line_id as discount_line_id, part.rank, part.part
    from taken_part part join places using (place) join term using (bill, currency, rank) join kept using (id)
  )`;

/** The calculation of a discount, with the lines it applies to. */
export interface AppliedDiscount {
  kind: 'percent' | 'fixed' | 'credit';
  value: string;
  groups: string[] | null;
  most: string | null;
  /** The amount of its lines before this discount. */
  base: string;
  exact: string;
  amount: string;
  shares: { lineId: number; subjectName: string; item: string; amount: string; part: string }[];
}

/** Recalculates a discount line. Null if it is zero. */
export async function explainDiscount(
  ctx: Pick<Context, 'db'>,
  invoiceId: string,
  lineId: number,
): Promise<AppliedDiscount | null> {
  const { rows } = await sql<AppliedDiscount>`
    with recursive ${recalculated(invoiceId)}
    select line.kind, trim_scale(line.value)::text as value, to_jsonb(line.groups) as groups, trim_scale(line.most)::text as most,
      trim_scale(line.base)::text as base, trim_scale(line.exact)::text as exact, trim_scale(line.amount)::text as amount,
      (select coalesce(jsonb_agg(jsonb_build_object('lineId', l.id, 'subjectName', l.subject_name, 'item', l.item, 'amount', trim_scale(l.amount)::text,
          'part', trim_scale(taken.part)::text) order by l.subject_name, l.subject_id, l.item, l.id), '[]')
        from taken join invoice_line l on l.id = taken.line_id where taken.discount_line_id = ${lineId}) as shares
    from discount_line line join kept using (id) where kept.line_id = ${lineId}`.execute(ctx.db);
  return rows[0] ?? null;
}

/** The net amount of an invoice item after discounts, and its share of the tax. */
export interface TaxedItem {
  item: string;
  price: string;
  discount: string;
  tax: string;
}

/**
 * Returns the net amount and tax of each item. Net amounts and taxes add up exactly to those of the
 * invoice.
 */
export async function taxedItems(
  ctx: Pick<Context, 'db'>,
  invoiceId: string,
): Promise<TaxedItem[]> {
  const runningTotal = sql`sum(price - discount) over (order by item collate "C")`;
  const tax = cumulativeTax({
    tax: sql`i.tax`,
    upTo: runningTotal,
    net: sql`i.net`,
    decimals: sql`minor_units(i.currency)`,
  });
  const { rows } = await sql<TaxedItem>`
    with recursive ${recalculated(invoiceId)},
    had as (
      select l.item, sum(l.amount) as price, coalesce(sum(off.part), 0) as discount
      from invoice_line l left join (select line_id, sum(part) as part from taken group by line_id) as off on off.line_id = l.id
      where l.invoice_id = ${invoiceId} and l.terms is null group by l.item
    ),
    up_to as (
      select had.*, ${tax} as tax
      from had cross join invoice i where i.id = ${invoiceId}
    )
    select item, trim_scale(price)::text as price, trim_scale(discount)::text as discount,
      trim_scale(tax - lag(tax, 1, 0) over (order by item collate "C"))::text as tax
    from up_to where price <> 0 or discount <> 0 order by item collate "C"`.execute(ctx.db);
  return rows;
}

/** The credited amount of a line. */
export interface Credit {
  lineId: number;
  amount: string;
}

/**
 * The discount share that is credited with these lines, as a negative amount. Each line's share is
 * proportional to how much of the line is credited.
 */
export async function discountsOfCredits(
  ctx: Pick<Context, 'db'>,
  invoiceId: string,
  credits: readonly Credit[],
): Promise<Credit[]> {
  const shares = sql`
    select 0 as bill, taken.rank, line_id as place, taken.part, gone.credited, gone.amount, gone.decimals
    from taken join gone using (line_id) where gone.amount > 0`;
  const before = sql`
    select 0 as bill, taken.rank, (select sum(c.amount) from invoice_credit c where c.line_id = taken.discount_line_id) as back
    from (select distinct rank, discount_line_id from taken) as taken`;
  const { rows } = await sql<Credit>`
    with recursive ${recalculated(invoiceId)},
    gone as (
      select l.id as line_id, l.amount, minor_units(l.currency) as decimals,
        coalesce((select -sum(c.amount) from invoice_credit c where c.line_id = l.id), 0) + coalesce(now.amount, 0) as credited
      from invoice_line l left join jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as now ("lineId" bigint, amount numeric) on now."lineId" = l.id
      where l.invoice_id = ${invoiceId} and l.terms is null
    ),
    due as (${reversedDiscounts(shares, before)})
    select taken.discount_line_id::integer as "lineId", trim_scale(-due.amount)::text as amount
    from due join (select distinct rank, discount_line_id from taken) as taken using (rank) where due.amount > 0 order by 1`.execute(
    ctx.db,
  );
  return rows;
}
