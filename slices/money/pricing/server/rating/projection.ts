import { type RawBuilder, sql } from 'kysely';
import { isPoweredOffItem } from '../priceList.ts';
import {
  billableHours,
  costOf,
  exactQuotient,
  prices,
  secondsOwed,
  spanColumns,
  spansOfMonth,
  wholeSecondAfter,
} from './rating.ts';

type Sql = RawBuilder<unknown>;

/** The same month at two times: now, and at its end if everything continues. */
const moments = ['now', 'end'] as const;
type Moment = (typeof moments)[number];

const forBothMoments = (columns: (moment: Moment, columnOf: (name: string) => Sql) => Sql): Sql =>
  sql.join(moments.map((moment) => columns(moment, (name) => sql.ref(`${name}_${moment}`))));

/**
 * For a purchase, whose `from_at` is the start of the month, `begun_at` is the time of purchase.
 */
const cutoffs: Record<Moment, { cut: Sql; isCounted: Sql; isBegun: Sql }> = {
  now: { cut: sql`present`, isCounted: sql`begun_at < present`, isBegun: sql`has_begun` },
  end: { cut: sql`cut`, isCounted: sql`true`, isBegun: sql`true` },
};

const countedColumns = forBothMoments((moment, columnOf) => {
  const { cut, isCounted } = cutoffs[moment];
  return sql`
      sum((${billableHours(cut)})::integer) filter (where mode = 'hourly' and ${isCounted}) as ${columnOf('hours')},
      sum((${secondsOwed(cut)})::integer) filter (where mode = 'monthly' and ${isCounted}) as ${columnOf('seconds')},
      sum(${spanColumns.paid}) filter (where ${spanColumns.isPaid} and ${isCounted}) as ${columnOf('paid')}`;
});

const amounts = forBothMoments(
  (moment, columnOf) => sql`
      case
        when not ${cutoffs[moment].isBegun} then null
        when mode = 'monthly' then ${exactQuotient(sql`month_cost`, columnOf('seconds'), sql`month_seconds`)}
        when ${columnOf('hours')} <= free_hours and ${columnOf('paid')} is null then ${columnOf('hours')} * hour_cost
        else least(${columnOf('hours')} * hour_cost - coalesce(${columnOf('paid')}, 0), month_cost)
      end as ${columnOf('amount')}`,
);

const sums = forBothMoments((moment, columnOf) => {
  const { isBegun } = cutoffs[moment];
  const limit = sql`max(month_limit) filter (where ${isBegun})`;
  return sql`
      max(minimum) filter (where ${isBegun}) as ${columnOf('minimum')}, ${limit} as ${columnOf('hour_limit')},
      coalesce(sum(${columnOf('amount')}) filter (where mode = 'monthly'), 0) as ${columnOf('by_month')},
      least(coalesce(sum(${columnOf('amount')}) filter (where mode = 'hourly'), 0), ${limit}) as ${columnOf('by_hour')}`;
});

/** For an off price: what is left of the higher of the two limits after the hours on. */
const byHourOff = forBothMoments((_period, columnOf) => {
  const column = (relation: string, name: string) => sql`${sql.ref(relation)}.${columnOf(name)}`;
  return sql`
      least(${column('off', 'by_hour')}, greatest(${column('off', 'hour_limit')}, ${column('at_work', 'hour_limit')}) - coalesce(${column('at_work', 'by_hour')}, 0)) as ${columnOf('by_hour')},
      ${column('off', 'by_month')} as ${columnOf('by_month')}, ${column('off', 'minimum')} as ${columnOf('minimum')}`;
});

const lineAmount = (moment: Moment): Sql => {
  const columnOf = (name: string) => sql.ref(`${name}_${moment}`);
  return sql`round(greatest(${columnOf('by_month')} + ${columnOf('by_hour')}, ${columnOf('minimum')}), decimals)`;
};

/**
 * `projected_line`: the lines of `rating` over a month's spans at two times, in one pass over the
 * spans. Per subject and item, the `amount` up to `until`, null if none had started, and
 * `projected` to the end of the month. Common table expressions to follow `with`. `condition`
 * selects the spans, over the columns of `span`.
 */
export const projectedLinesSql = (at: Date, until: Date, condition: Sql): Sql => sql`
  used as (${spansOfMonth({ at, until: null }, condition)}),${prices},
  counted as (
    select subject_id, owner_id, price_item_id, quantity, mode, max(month_seconds) as month_seconds, bool_or(begun_at < present) as has_begun,${countedColumns}
    from (select *, least(cut, ${wholeSecondAfter(until)}::timestamptz) as present from used) as used join price using (price_item_id)
    group by subject_id, owner_id, price_item_id, quantity, mode
  ),
  priced as (
    select counted.*, price.item, price.currency, price.decimals, price.minimum, price.line_key, price.free_hours,
      ${costOf('hourly')} as hour_cost, ${costOf('monthly')} as month_cost
    from counted join price using (price_item_id) offset 0
  ),
  summed as (
    select subject_id, owner_id, any_value(item) as item, any_value(currency) as currency, any_value(decimals) as decimals, bool_or(has_begun) as has_begun,${sums}
    from (
      select subject_id, owner_id, line_key, item, currency, decimals, minimum, mode, has_begun,
        case when mode = 'hourly' then coalesce(month_cost, 'Infinity') end as month_limit,${amounts}
      from priced offset 0
    ) as part group by subject_id, owner_id, line_key
  ),
  limited as (
    select subject_id, owner_id, item, currency, decimals, has_begun, ${forBothMoments((_period, columnOf) => sql`${columnOf('by_hour')}, ${columnOf('by_month')}, ${columnOf('minimum')}`)}
    from summed where not ${isPoweredOffItem(sql`item`)}
    union all
    select off.subject_id, off.owner_id, off.item, off.currency, off.decimals, off.has_begun,${byHourOff}
    from summed off left join summed as at_work
      on (at_work.subject_id, at_work.owner_id, at_work.item, at_work.currency) = (off.subject_id, off.owner_id, left(off.item, -4), off.currency)
    where ${isPoweredOffItem(sql`off.item`)}
  ),
  projected_line as materialized (
    select subject_id, owner_id, item, currency, case when has_begun then ${lineAmount('now')} end as amount, ${lineAmount('end')} as projected from limited
  )`;
