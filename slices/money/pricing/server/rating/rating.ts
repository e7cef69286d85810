import { type RawBuilder, sql } from 'kysely';
import { isPoweredOffItem } from '../priceList.ts';
import { priceBasisQueries, priceSourceColumns, priceSourceSums } from '../priceSource.ts';
import { spanEnd } from './spanEnd.ts';

/**
 * The rating engine, the only place where spans are converted to amounts. The monthly bill, the
 * cost of a server, an estimate and an invoice all use this SQL over different spans. Its rules are
 * documented in `../rules.ts`.
 */
type Sql = RawBuilder<unknown>;

/** The month to rate. */
export interface RatedMonth {
  /** A time within the month. Each site uses the month that contains it in its own time zone. */
  at: Date;
  /**
   * Counts hours and months up to this time. Null: to the end of the month, as if active resources
   * continued.
   */
  until: Date | null;
}

const dayMs = 86_400_000;

/** The next whole second, so that spans that began within the current second count. */
export const wholeSecondAfter = (moment: Date): Date =>
  new Date((Math.floor(moment.getTime() / 1000) + 1) * 1000);

/**
 * SQL: whether this is the resource's first span with the item. One-time purchases stay with a
 * resource that is restored from the Trash or transferred to another account.
 */
const isFirst = sql`not exists (
        select from span earlier where (earlier.subject_id, earlier.item, earlier.mode) = (span.subject_id, span.item, 'purchase') and earlier.from_at < span.from_at
      )`;

/**
 * The spans to rate: usage in the month, with the month's bounds (`starts`, `ends`) and the time up
 * to which it counts (`cut`). `condition` filters by the columns of `span`. Includes metered
 * readings, treated as if they had lasted all month, so that their quantity costs the monthly price
 * once. Also includes one-time purchases, in the month in which the resource first has them. With
 * `fewSpans`, the month is looked up for each span instead of for every site beforehand.
 */
export function spansOfMonth(month: RatedMonth, condition: Sql, { fewSpans = false } = {}): Sql {
  const until = month.until
    ? sql`${wholeSecondAfter(month.until)}::timestamptz`
    : sql`'infinity'::timestamptz`;
  const end = spanEnd('span');
  return sql`
    with month as ${fewSpans ? sql`not materialized` : sql`materialized`} (select *, ${seconds(sql`ends - starts`)} as seconds from (${monthOfSites(month.at)}) as local)
    select span.subject_id, span.owner_id, span.site_id, span.item, span.price_item_id, span.quantity, span.mode as billing_type, span.from_at as begun_at,
      span.mode, span.from_at, ${end} as to_at, span.hours_from, span.hour_paid, month.starts, month.ends, month.seconds as month_seconds, least(month.ends, ${until}) as cut
    from span join month on month.site_id = span.site_id
    where ${condition} and span.mode <> 'purchase' and ${end} > ${earliestStart(month.at)} and ${end} > month.starts and span.from_at < least(month.ends, ${until})
    union all
    select span.subject_id, span.owner_id, span.site_id, span.item, span.price_item_id, span.quantity, span.mode, span.from_at, 'monthly', month.starts, month.ends,
      span.hours_from, span.hour_paid, month.starts, month.ends, month.seconds, least(month.ends, ${until})
    from span join month on month.site_id = span.site_id
    where ${condition} and span.mode = 'purchase' and span.from_at >= ${earliestStart(month.at)} and span.from_at >= month.starts and span.from_at < least(month.ends, ${until}) and ${isFirst}
    union all
    select span.subject_id, span.owner_id, span.site_id, span.item, span.price_item_id, span.quantity, 'monthly', month.starts, 'monthly', month.starts, month.ends,
      month.starts, 0, month.starts, month.ends, month.seconds, least(month.ends, ${until})
    from metered_use as span join month on month.site_id = span.site_id
    where ${condition} and span.month = month.month and span.quantity > 0 and month.starts < ${until}`;
}

/**
 * A lower bound for the start of the month in all time zones. A plain value, so that the database
 * can use an index.
 */
function earliestStart(at: Date): Date {
  const dayBefore = new Date(at.getTime() - dayMs);
  return new Date(Date.UTC(dayBefore.getUTCFullYear(), dayBefore.getUTCMonth(), 1) - dayMs);
}

/** The month of each site, in its time zone, at a time. */
export const monthOfSites = (at: Date): Sql => sql`
  select site_id, starts_locally::date as month, starts_locally at time zone time_zone as starts, (starts_locally + interval '1 month') at time zone time_zone as ends
  from (
    select id as site_id, time_zone, date_trunc('month', ${at}::timestamptz at time zone time_zone) as starts_locally from site
  ) as local`;

/**
 * Times are whole seconds, which a double represents exactly. `extract` returns a slower numeric.
 */
const seconds = (interval: Sql): Sql => sql`date_part('epoch', ${interval})::bigint`;

/**
 * Hours of a span that started before `moment`, counted from `hours_from`. `moment` must not be
 * earlier than that.
 */
const startedHours = (moment: Sql): Sql =>
  sql`((${seconds(sql`${moment} - hours_from`)} + 3599) / 3600)`;

/**
 * Hours due in the month, starting with the one in which the span begins. Hours of earlier months
 * were due in those months.
 */
export const billableHours = (cutoff: Sql): Sql => sql`
  ${startedHours(sql`least(to_at, ${cutoff})`)} - case
    when from_at < starts then ${startedHours(sql`starts`)}
    when from_at = hours_from then 0
    else ${seconds(sql`from_at - hours_from`)} / 3600
  end`;

/** Seconds due in the month. Running resources are charged to the end of the month. */
export const secondsOwed = (cutoff: Sql): Sql =>
  seconds(sql`case when to_at >= ${cutoff} then ends else to_at end - greatest(from_at, starts)`);

/**
 * Price × times ÷ divisor to twelve decimals, rounded half up, for non-negative values. Exact,
 * because `div` divides whole numbers. `multiplier` is a bigint of at most a month's seconds.
 */
export const exactQuotient = (price: Sql, multiplier: Sql, divisor: Sql): Sql =>
  sql`(div(${price} * (${multiplier} * 2000000000000) + ${divisor}, 2 * ${divisor}) * 0.000000000001)`;

/**
 * The cost of the quantity per hour or month. The common case of a single price is calculated
 * inline.
 */
export const costOf = (kind: 'hourly' | 'monthly'): Sql => {
  const price = sql.ref(kind);
  return sql`case when is_plain then quantity * ${price} else price_of(quantity, ${price}, included, tiers, ${sql.lit(kind)}) end`;
};

/**
 * The number of hours that cost no more than the monthly price, for a single price. The limit
 * applies only above that number. Null for other prices.
 */
const hoursWithinMonth = sql`case when item.included > 0 or item.tiers is not null then null
  when hourly > 0 and monthly is not null then least(div(monthly, hourly), 2147483647) else 2147483647 end::integer`;
/**
 * A number for each item and currency, of a type without an order. This makes the database group by
 * hash, because sorting by text takes longer than the aggregation.
 */
const lineKey = sql`dense_rank() over (order by item.code, list.currency)::text::xid`;
const pricesOf = (condition: Sql): Sql => sql`
  price as materialized (
    select item.id as price_item_id, item.code as item, item.hourly, item.monthly, item.included, item.tiers, item.minimum,
      item.included = 0 and item.tiers is null as is_plain, item.is_purchase, ${lineKey} as line_key, list.currency, minor_units(list.currency) as decimals,
      ${hoursWithinMonth} as free_hours
    from price_item item join price_list list on list.id = item.price_list_id ${condition}
  )`;

/** All prices. */
export const prices = pricesOf(sql``);
/**
 * Only the prices used by these spans. Faster for few spans, because a portal with many resellers
 * has a large number of prices.
 */
const pricesInUse = pricesOf(sql`where item.id = any(array(select price_item_id from used))`);

/** The values that a span contributes to its part of a line, over the columns of `used`. */
export const spanColumns = {
  from: sql`greatest(from_at, starts)`,
  to: sql`case when mode = 'monthly' and to_at >= cut then ends else least(to_at, cut) end`,
  hours: sql`(case when mode = 'hourly' then ${billableHours(sql`cut`)} else 0 end)::integer`,
  seconds: sql`(case when mode = 'monthly' then ${secondsOwed(sql`cut`)} else 0 end)::integer`,
  paid: sql`least(hour_paid, ${costOf('hourly')})`,
  isPaid: sql`hour_paid > 0 and from_at >= starts`,
};

/**
 * The month's usage per subject, price, quantity, and mode. `spans` are `used` with their prices.
 */
const countedQuantities = (spans: Sql): Sql => sql`
    select subject_id, owner_id, price_item_id, quantity, mode, min(${spanColumns.from}) as from_at, max(${spanColumns.to}) as to_at,
      bool_or(to_at = 'infinity') as is_running, sum(${spanColumns.hours}) as hours, sum(${spanColumns.paid}) filter (where ${spanColumns.isPaid}) as paid_before,
      sum(${spanColumns.seconds}) as seconds, max(month_seconds) as month_seconds
    from ${spans}
    group by subject_id, owner_id, price_item_id, quantity, mode`;

/** The counted quantities with their cost. */
const ratedOf = (counted: string): Sql => sql`
    select counted.*, price.item, price.currency, price.decimals, price.hourly, price.monthly,
      price.included, price.tiers, price.minimum, price.is_plain, price.is_purchase, price.line_key, price.free_hours, hour_cost, month_cost, coalesce(paid_before, 0) as already_paid,
      case when mode = 'hourly' then coalesce(month_cost, 'Infinity') end as month_limit,
      case
        when mode = 'monthly' then ${exactQuotient(sql`month_cost`, sql`seconds`, sql`month_seconds`)}
        when hours <= free_hours and paid_before is null then hours * (quantity * price.hourly)
        else least(hours * hour_cost - coalesce(paid_before, 0), month_cost)
      end as amount
    from ${sql.table(counted)} as counted join price using (price_item_id)
    cross join lateral (select ${costOf('hourly')} as hour_cost, ${costOf('monthly')} as month_cost) as cost`;

const sums = sql`
      min(from_at) as from_at, max(to_at) as to_at, max(minimum) as minimum,
      coalesce(sum(amount) filter (where mode = 'monthly'), 0) as by_month,
      least(coalesce(sum(amount) filter (where mode = 'hourly'), 0), max(month_limit)) as by_hour, max(month_limit) as hour_limit`;
const lineColumns = sql`subject_id, owner_id, item, currency, decimals`;

/**
 * `rated_line` of `summed`, with additional sums. An item's hours on and off together cost at most
 * the higher of the two limits. Hours off are limited to what is left after the hours on. The sum
 * of a line is calculated once, before it's compared.
 */
const linesOf = (more: { ofOff: Sql; ofLine: Sql }): Sql => sql`
  limited as (
    select * from summed where not ${isPoweredOffItem(sql`item`)}
    union all
    select off.subject_id, off.owner_id, off.item, off.currency, off.decimals, off.from_at, off.to_at, off.minimum, off.by_month, least(off.by_hour, room),
      least(off.hour_limit, room)${more.ofOff}
    from summed off left join summed as at_work
      on (at_work.subject_id, at_work.owner_id, at_work.item, at_work.currency) = (off.subject_id, off.owner_id, left(off.item, -4), off.currency)
    cross join lateral (select greatest(off.hour_limit, at_work.hour_limit) - coalesce(at_work.by_hour, 0) as room) as left_over
    where ${isPoweredOffItem(sql`off.item`)}
  ),
  raised as (select *, by_month + by_hour as reckoned, greatest(by_month + by_hour, minimum) as exact from limited offset 0),
  rated_line as (
    select subject_id, owner_id, item, currency, from_at, to_at, hour_limit, reckoned, minimum, exact, round(exact, decimals) as amount${more.ofLine} from raised
  )`;
const noExtraColumns = { ofOff: sql``, ofLine: sql`` };
const columnsBySource = {
  ofOff: priceSourceColumns('off'),
  ofLine: sql`, by_month, by_hour, decimals${priceSourceColumns('raised')}`,
};

/**
 * `rated_part`: the cost of the month per subject, price, quantity, and mode. `month_limit` is the
 * maximum cost of its hours, Infinity without a limit. `rated_line`: the exact amount of each
 * subject and item, at least the minimum of its price, and the amount rounded to the smallest unit
 * of the currency. `reckoned` is the sum before the minimum, and `hour_limit` the maximum cost of
 * its hours. Both are common table expressions over `spans` (see `spansOfMonth`), to follow `with`.
 * With `fewSpans`, for example for a page of subjects, only their prices are looked up.
 */
export const rating = (spans: Sql, { fewSpans = false } = {}): Sql => sql`
  used as (${spans}),${fewSpans ? pricesInUse : prices},
  counted as (${countedQuantities(sql`used join price using (price_item_id)`)}),
  rated_part as (${ratedOf('counted')}),
  summed as (
    select subject_id, owner_id, any_value(item) as item, any_value(currency) as currency, any_value(decimals) as decimals,${sums}
    from rated_part group by subject_id, owner_id, line_key
  ),${linesOf(noExtraColumns)}`;

/**
 * `rated_line` alone, with the same digits as `rating`, and its `told_line` (`priceBasisQueries`), for large
 * numbers of spans, where reading them once is most of the work. Each span is treated as a separate
 * part, which is right if the spans of a line have different quantities. This is checked with one
 * bit per quantity: there are as many bits as spans only if all quantities differ. Several spans of
 * one quantity are also right if all hours of the line together cost no more than a month, because
 * then no limit applies and hours add up. All other lines are calculated by parts.
 */
export const lineRating = (spans: Sql): Sql => sql`
  used as not materialized (${spans}),${prices},
  span_counted as (
    select subject_id, owner_id, price_item_id, quantity, mode, ${spanColumns.from} as from_at, ${spanColumns.to} as to_at,
      ${spanColumns.hours} as hours, ${spanColumns.seconds} as seconds, month_seconds,
      case when ${spanColumns.isPaid} then (select ${spanColumns.paid} from price where price.price_item_id = used.price_item_id) end as paid_before
    from used offset 0
  ),
  span_summed as materialized (
    select ${lineColumns},${sums},${priceSourceSums},
      count(*) = 1 or count(*) = bit_count(bit_or(1::bigint << (quantity::bigint % 61)::integer)::bit(64))
        or sum(hours) <= min(case when mode = 'hourly' then coalesce(free_hours, -1) else -1 end) as is_sure
    from (${ratedOf('span_counted')}) as span_part group by ${lineColumns}
  ),
  unsure as (select subject_id, owner_id, price_item_id from span_summed join price using (item, currency) where not is_sure),
  counted as (${countedQuantities(sql`used join price using (price_item_id) join unsure using (subject_id, owner_id, price_item_id)`)}),
  summed as (
    select ${lineColumns}, from_at, to_at, minimum, by_month, by_hour, hour_limit${priceSourceColumns('span_summed')} from span_summed where is_sure
    union all
    select ${lineColumns},${sums},${priceSourceSums} from (${ratedOf('counted')}) as rated_part group by ${lineColumns}
  ),${linesOf(columnsBySource)},${priceBasisQueries}`;

/**
 * `shared_part`, to follow `rating`: each part with its share (`charged`) of the line. Once the
 * limit over all quantities is reached, earlier parts are charged before later ones. The shares of
 * a line add up to its amount before the minimum.
 */
export const sharing = sql`
  limited_part as (
    select part.*, sum(part.amount) over earlier as so_far, case when mode = 'hourly' then line.hour_limit end as item_limit
    from rated_part part join rated_line line using (subject_id, owner_id, item, currency)
    window earlier as (partition by subject_id, owner_id, item, currency, mode order by part.from_at, price_item_id, quantity rows unbounded preceding)
  ),
  shared_part as (select *, least(so_far, item_limit) - least(so_far - amount, item_limit) as charged from limited_part)`;
