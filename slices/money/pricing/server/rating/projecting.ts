import { type RawBuilder, sql } from 'kysely';
import { isWhileOff } from '../priceList.ts';
import {
  costOf,
  dividedExactly,
  hoursOwed,
  ofSpan,
  prices,
  secondsOwed,
  spansOfMonth,
  wholeSecondAfter,
} from './rating.ts';

type Sql = RawBuilder<unknown>;

/** The same month at two times: now, and at its end if everything continues. */
const moments = ['now', 'end'] as const;
type Moment = (typeof moments)[number];

const ofBoth = (columns: (moment: Moment, of: (name: string) => Sql) => Sql): Sql =>
  sql.join(moments.map((moment) => columns(moment, (name) => sql.ref(`${name}_${moment}`))));

/**
 * For a purchase, whose `from_at` is the start of the month, `begun_at` is the time of purchase.
 */
const cutAt: Record<Moment, { cut: Sql; isCounted: Sql; isBegun: Sql }> = {
  now: { cut: sql`present`, isCounted: sql`begun_at < present`, isBegun: sql`has_begun` },
  end: { cut: sql`cut`, isCounted: sql`true`, isBegun: sql`true` },
};

const counted = ofBoth((moment, of) => {
  const { cut, isCounted } = cutAt[moment];
  return sql`
      sum((${hoursOwed(cut)})::integer) filter (where mode = 'hourly' and ${isCounted}) as ${of('hours')},
      sum((${secondsOwed(cut)})::integer) filter (where mode = 'monthly' and ${isCounted}) as ${of('seconds')},
      sum(${ofSpan.paid}) filter (where ${ofSpan.isPaid} and ${isCounted}) as ${of('paid')}`;
});

const amounts = ofBoth(
  (moment, of) => sql`
      case
        when not ${cutAt[moment].isBegun} then null
        when mode = 'monthly' then ${dividedExactly(sql`month_cost`, of('seconds'), sql`month_seconds`)}
        when ${of('hours')} <= free_hours and ${of('paid')} is null then ${of('hours')} * hour_cost
        else least(${of('hours')} * hour_cost - coalesce(${of('paid')}, 0), month_cost)
      end as ${of('amount')}`,
);

const sums = ofBoth((moment, of) => {
  const { isBegun } = cutAt[moment];
  const limit = sql`max(month_limit) filter (where ${isBegun})`;
  return sql`
      max(minimum) filter (where ${isBegun}) as ${of('minimum')}, ${limit} as ${of('hour_limit')},
      coalesce(sum(${of('amount')}) filter (where mode = 'monthly'), 0) as ${of('by_month')},
      least(coalesce(sum(${of('amount')}) filter (where mode = 'hourly'), 0), ${limit}) as ${of('by_hour')}`;
});

/** For an off price: what is left of the higher of the two limits after the hours on. */
const byHourOff = ofBoth((_moment, of) => {
  const column = (relation: string, name: string) => sql`${sql.ref(relation)}.${of(name)}`;
  return sql`
      least(${column('off', 'by_hour')}, greatest(${column('off', 'hour_limit')}, ${column('at_work', 'hour_limit')}) - coalesce(${column('at_work', 'by_hour')}, 0)) as ${of('by_hour')},
      ${column('off', 'by_month')} as ${of('by_month')}, ${column('off', 'minimum')} as ${of('minimum')}`;
});

const lineAmount = (moment: Moment): Sql => {
  const of = (name: string) => sql.ref(`${name}_${moment}`);
  return sql`round(greatest(${of('by_month')} + ${of('by_hour')}, ${of('minimum')}), decimals)`;
};

/**
 * `projected_line`: the lines of `rating` over a month's spans at two times, in one pass over the
 * spans. Per subject and item, the `amount` up to `until`, null if none had started, and
 * `projected` to the end of the month. Common table expressions to follow `with`. `condition`
 * selects the spans, over the columns of `span`.
 */
export const projecting = (at: Date, until: Date, condition: Sql): Sql => sql`
  used as (${spansOfMonth({ at, until: null }, condition)}),${prices},
  counted as (
    select subject_id, owner_id, price_item_id, quantity, mode, max(month_seconds) as month_seconds, bool_or(begun_at < present) as has_begun,${counted}
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
    select subject_id, owner_id, item, currency, decimals, has_begun, ${ofBoth((_moment, of) => sql`${of('by_hour')}, ${of('by_month')}, ${of('minimum')}`)}
    from summed where not ${isWhileOff(sql`item`)}
    union all
    select off.subject_id, off.owner_id, off.item, off.currency, off.decimals, off.has_begun,${byHourOff}
    from summed off left join summed as at_work
      on (at_work.subject_id, at_work.owner_id, at_work.item, at_work.currency) = (off.subject_id, off.owner_id, left(off.item, -4), off.currency)
    where ${isWhileOff(sql`off.item`)}
  ),
  projected_line as materialized (
    select subject_id, owner_id, item, currency, case when has_begun then ${lineAmount('now')} end as amount, ${lineAmount('end')} as projected from limited
  )`;
