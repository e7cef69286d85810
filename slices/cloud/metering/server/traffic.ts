import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { priceListOfBuyer, spanEnd, trafficOverage } from '../../../money/pricing/server/index.ts';
import { readingDays } from './readings.ts';

type Db = Pick<Context, 'db' | 'clock'>;
type Sql = RawBuilder<unknown>;

/** The first day of the month that contains a time, in the time zone of `site`. */
const monthOf = (moment: Sql): Sql =>
  sql`date_trunc('month', ${moment} at time zone site.time_zone)::date`;

/**
 * A reading counts in the month of its hour. If that month was closed before the reading arrived,
 * it counts in the month of its arrival.
 */
const accountingMonth = sql`case when closing.closed_at < reading.arrived_at then ${monthOf(sql`reading.arrived_at`)} else ${monthOf(sql`reading.hour`)} end`;

/** Price items of unmetered connections, with their bandwidth in Mbit/s: `traffic.50`. */
export const unmeteredItem = '^traffic\\.[0-9]+(\\.off)?$';

/**
 * Gigabytes of the packages (`traffic.t5000`) active in the month of `open_month`, prorated by the
 * paid part of the month.
 */
export const packaged = sql`
  coalesce((
    select sum(substring(span.item from '[0-9]+')::numeric * span.quantity
      * extract(epoch from least(${spanEnd('span')}, open_month.ends) - greatest(span.from_at, open_month.starts))
      / extract(epoch from open_month.ends - open_month.starts))
    from span
    where (span.subject_id, span.owner_id, span.site_id) = (open_month.subject_id, open_month.owner_id, open_month.site_id)
      and span.item ~ '^traffic\\.t[0-9]+(\\.off)?$' and span.from_at < open_month.ends and ${spanEnd('span')} > open_month.starts
  ), 0)`;

/** Full gigabytes above the packages. */
export const overageGb = (bytes: Sql, gigabytes: Sql): Sql =>
  sql`greatest(0, floor(${bytes} / 1000000000 - ${gigabytes}))`;

const priceOf = priceListOfBuyer({
  site: sql`reckoned.site_id`,
  owner: sql`reckoned.owner_id`,
  at: sql`reckoned.sold_at`,
});

/**
 * Recalculates the charges for the readings of open months: full gigabytes (10^9 bytes) above the
 * packages, at the price of the first counted hour of the month. Hours with an unmetered line
 * (`traffic.50`) are free, as is traffic of accounts whose price list lacks the item.
 */
export async function meterTraffic(ctx: Db): Promise<void> {
  await ctx.db.transaction().execute((db) => meter({ ...ctx, db }, sql`true`));
}

async function meter({ db, clock }: Db, condition: Sql): Promise<void> {
  const now = clock.now();
  // Serialized with storing readings, so that each reading falls before or after a closing.
  await sql`select metering_time(${now})`.execute(db);
  const oldest = sql`${now}::timestamptz - ${readingDays} * interval '1 day'`;
  await sql`
    with unmetered as materialized (
      select subject_id, from_at, ${spanEnd('span')} as to_at from span where item ~ ${unmeteredItem}
    ),
    used as (
      select reading.subject_id, reading.owner_id, reading.site_id, site.time_zone, ${accountingMonth} as month, sum(reading.quantity) as counted, min(reading.hour) as first_hour
      from usage_reading reading join site on site.id = reading.site_id and not site.is_sandbox
      left join metering_closing closing on closing.site_id = reading.site_id and closing.month = ${monthOf(sql`reading.hour`)}
      where reading.kind = 'traffic' and reading.hour >= ${oldest} - interval '31 days' and ${condition} and not exists (
        select from unmetered where unmetered.subject_id = reading.subject_id
          and unmetered.from_at < reading.hour + interval '1 hour' and unmetered.to_at > reading.hour
      )
      group by 1, 2, 3, 4, 5
    ),
    open_month as (
      select used.*, month::timestamp at time zone time_zone as starts, (month + interval '1 month') at time zone time_zone as ends
      from used
      where month >= date_trunc('month', (${oldest}) at time zone time_zone)
        and not exists (select from metering_closing closing where (closing.site_id, closing.month) = (used.site_id, used.month))
    ),
    reckoned as (select *, ${packaged} as packaged, greatest(first_hour, starts) as sold_at from open_month)
    insert into metered_use (subject_id, owner_id, site_id, item, month, price_item_id, quantity, counted, packaged)
    select subject_id, owner_id, site_id, sold.code, month, sold.id, ${overageGb(sql`counted`, sql`packaged`)}, counted, round(packaged, 4)
    from reckoned join price_item sold on sold.code = ${trafficOverage} and sold.price_list_id = (${priceOf})
    on conflict (subject_id, owner_id, site_id, item, month) do update
      set quantity = excluded.quantity, counted = excluded.counted, packaged = excluded.packaged`.execute(
    db,
  );
}

/** Like `meterTraffic`, for these sites only and in the caller's transaction. */
export async function meterSites(ctx: Db, siteIds: readonly string[]): Promise<void> {
  await meter(ctx, sql`reading.site_id = any(${[...siteIds]}::uuid[])`);
}

/**
 * Calculates the sites' month for the last time and closes it, so that later readings don't change
 * it. Call it in the transaction that uses the result. Idempotent.
 */
export async function closeMonth(
  ctx: Db,
  siteIds: readonly string[],
  month: string,
): Promise<void> {
  await meterSites(ctx, siteIds);
  await sql`
    insert into metering_closing (site_id, month, closed_at)
    select unnest(${[...siteIds]}::uuid[]), ${`${month}-01`}::date, at from metering_clock on conflict do nothing`.execute(
    ctx.db,
  );
}
