import { type RawBuilder, sql } from 'kysely';

/**
 * All splitting and rounding of invoice and credit note amounts, except discounts (`discounting`).
 * Every result is in whole minor units, and the parts add up to the whole.
 */
type Sql = RawBuilder<unknown>;

/** A tax is rounded once, on its entire taxable amount. */
export const taxOf = (net: Sql, rate: Sql, decimals: Sql): Sql =>
  sql`round(${net} * ${rate} / 100, ${decimals})`;

/**
 * The tax for the `tax` part of a credit note. The last credit note gets the rest, so that no minor
 * unit is left over.
 */
export const creditedTax = ({
  isLast,
  leftOver,
  tax,
}: Record<'isLast' | 'leftOver' | 'tax', Sql>): Sql =>
  sql`case when ${isLast} then ${leftOver} else least(${leftOver}, ${tax}) end`;

/**
 * The share of each discount of a bill in the credited lines, such that no credit note has a
 * negative total. A query with `bill`, `rank` and `amount`, over `shares`: per line (`place`) and
 * discount (`rank`) the `part` of the reduction, the total `credited`, the line `amount` and the
 * `decimals`; and over `before`: the part of each discount already credited (`back`). The total
 * reduction of a line is credited in proportion to the line and rounded once. Each discount gets
 * its share as the difference of rounded running sums, but never less than was credited before. If
 * one discount gets too much, the following ones get less.
 */
export const reversedDiscounts = (shares: Sql, before: Sql): Sql => sql`
  select bill, rank, ahead - lag(ahead, 1, 0) over (partition by bill order by rank) as amount
  from (
    select bill, rank, least(greatest(max(ahead) over (partition by bill order by rank), 0), greatest(last_value(ahead) over whole_bill, 0)) as ahead
    from (
      select bill, rank, sum(due.amount) over earlier - sum(coalesce(back, 0)) over earlier as ahead
      from (
        select bill, rank, sum(round(so_far * credited / amount, decimals) - round((so_far - part) * credited / amount, decimals)) as amount
        from (select *, sum(part) over (partition by bill, place order by rank) as so_far from (${shares}) as share) as running group by bill, rank
      ) as due left join (${before}) as before using (bill, rank)
      window earlier as (partition by bill order by rank)
    ) as sums
    window whole_bill as (partition by bill order by rank rows between unbounded preceding and unbounded following)
  ) as steps`;

/**
 * The tax of an invoice's items up to and including one. The tax of an item is the difference from
 * the previous sum, so that the items add up to the invoice tax.
 */
export const cumulativeTax = ({
  tax,
  upTo,
  net,
  decimals,
}: Record<'tax' | 'upTo' | 'net' | 'decimals', Sql>): Sql =>
  sql`round(${tax} * ${upTo} / ${net}, ${decimals})`;
