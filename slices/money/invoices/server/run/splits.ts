import { type RawBuilder, sql } from 'kysely';

/**
 * Every place where an amount of an invoice or a credit note is split or rounded, but for discounts
 * (`discounting`): each of them whole coins, and the parts of a thing add up to it.
 */
type Sql = RawBuilder<unknown>;

/** A tax is rounded once, on what it is on. */
export const taxOf = (net: Sql, rate: Sql, decimals: Sql): Sql =>
  sql`round(${net} * ${rate} / 100, ${decimals})`;

/**
 * The tax of the `tax` part of a credit note. The last note gets the rest, so that no minor unit is
 * left over.
 */
export const taxTakenBack = ({
  isLast,
  leftOver,
  tax,
}: Record<'isLast' | 'leftOver' | 'tax', Sql>): Sql =>
  sql`case when ${isLast} then ${leftOver} else least(${leftOver}, ${tax}) end`;

/**
 * The share of each discount of a bill in the credited lines, such that no credit note has a
 * negative total. A query of `bill`, `rank` and `amount`, over `shares`: per line (`place`) and
 * discount (`rank`) the `part` of the reduction, the total `credited`, the line `amount` and the
 * `decimals`; and over `before`: the part of each discount already credited (`back`). The total
 * reduction of a line is credited in proportion to the line and rounded once. Each discount gets
 * its share as the difference of rounded running sums, but never less than was credited before. If
 * one discount gets too much, the following ones get less.
 */
export const discountsTakenBack = (shares: Sql, before: Sql): Sql => sql`
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
 * The tax of the items of an invoice up to one: its own is the difference to the one before, so
 * that all of them add up to the tax.
 */
export const taxUpTo = ({
  tax,
  upTo,
  net,
  decimals,
}: Record<'tax' | 'upTo' | 'net' | 'decimals', Sql>): Sql =>
  sql`round(${tax} * ${upTo} / ${net}, ${decimals})`;
