import { type RawBuilder, sql } from 'kysely';
import { trafficOverage } from '../rules.ts';

type Sql = RawBuilder<unknown>;

/** The aggregates of a line's spans or parts that `pricedBy` needs in addition to their amounts. */
export const priceSourceSums: Sql = sql`
      max(quantity) as quantity, min(quantity) = max(quantity) as is_one_size, max(hourly) as hourly, max(monthly) as monthly, bool_or(is_purchase) as is_purchase,
      sum(hours) as hours, sum(seconds) as seconds, max(month_seconds) as month_seconds`;

const names = [
  'quantity',
  'is_one_size',
  'hourly',
  'monthly',
  'is_purchase',
  'hours',
  'seconds',
  'month_seconds',
] as const;
/** The same aggregates as further columns of a relation. */
export const priceSourceColumns = (relation: string): Sql =>
  sql`, ${sql.join(names.map((name) => sql.ref(`${relation}.${name}`)))}`;

/** The number of months of the line: exactly one, or rounded to twelve decimals. */
const months = sql`case when seconds = month_seconds then 1 else round(seconds::numeric / month_seconds, 12) end`;
/** The largest possible rounding error of each span and month, smaller than any minor unit. */
const maxRoundingError = sql`(quantity * monthly * 0.000000000001 + 0.00000001)`;

/**
 * `told_line` of `rated_line` and the sums above: the price basis, if a single price applies to the
 * whole line. Quantity times price over the total duration equals the exact amount of the line only
 * if no other quantity, price, tier, minimum or prepaid hour was involved, because the maximum of
 * each is used and any other value would cost less.
 */
export const priceBasisQueries: Sql = sql`
  priced_line as (
    select *, case
      when exact = hours * (quantity * hourly) and by_month = 0 then 'hour'
      when exact = hour_limit and exact = quantity * monthly and is_one_size and by_month = 0 then 'limit'
      when by_hour > 0 or by_month = 0 then 'several'
      when seconds = month_seconds and exact = quantity * monthly then case when is_purchase then 'purchase' when item = ${trafficOverage} then 'counted' else 'month' end
      when abs(exact - quantity * monthly * ${months}) < ${maxRoundingError} and amount = round(quantity * monthly * ${months}, decimals) then 'month'
      else 'several' end as priced_by
    from rated_line offset 0
  ),
  told_line as (
    select subject_id, owner_id, item, currency, from_at, to_at, exact, amount, priced_by,
      case when is_one_size or priced_by <> 'several' then quantity end as quantity,
      case priced_by when 'hour' then hours when 'limit' then hours when 'month' then ${months} when 'several' then case when by_month = 0 then hours end else 1 end as times,
      case priced_by when 'hour' then hourly when 'several' then null else monthly end as unit_price
    from priced_line
  )`;
