import { type RawBuilder, sql } from 'kysely';
import { isNotWithdrawn, isWhileOff, itemInSql } from './priceList.ts';
import { type RatedMonth, rating, spansOfMonth } from './rating.ts';

type Sql = RawBuilder<unknown>;

/**
 * Which list a site sells by at which time: its own, or that of the nearest above it that had one by then. `begins` belongs to it, `ends`
 * does not.
 */
const listTimes = sql`
  select tier_id, list_id, currency, begins, least(coalesce(next_begins, 'infinity'), coalesce(nearer_begins, 'infinity')) as ends
  from (
    select tier.id as tier_id, list.id as list_id, list.currency, list.valid_from as begins,
      lead(list.valid_from) over (partition by tier.id, list.site_id order by list.valid_from, list.version) as next_begins,
      min(list.valid_from) over (partition by tier.id order by array_position(path.sites, list.site_id) desc groups between unbounded preceding and 1 preceding) as nearer_begins
    from site tier cross join lateral (select string_to_array(tier.path, '/')::uuid[] as sites) as path
    join price_list list on list.site_id = any(path.sites) and list.name = '' and ${isNotWithdrawn}
  ) as versions`;

/**
 * The item that a tier sells for a span or an earlier one, over `m` and `tier`: in the span's own currency and sold the way it is billed. What the
 * tier gives no price of its own while off is the item itself there.
 */
const soldAt = (span: string): Sql => sql`
  (select item.id from list_time l join price_item item on item.price_list_id = l.list_id and item.code in (${sql.ref(`${span}.item`)}, ${itemInSql(sql.ref(`${span}.item`))})
    where l.tier_id = tier.id and ${sql.ref(`${span}.from_at`)} >= l.begins and ${sql.ref(`${span}.from_at`)} < l.ends
      and l.currency = (select bought.currency from price_item own join price_list bought on bought.id = own.price_list_id where own.id = ${sql.ref(`${span}.price_item_id`)})
      and item.is_purchase = (select own.is_purchase from price_item own where own.id = ${sql.ref(`${span}.price_item_id`)})
      and case when ${sql.ref(`${span}.mode`)} = 'hourly' then item.hourly else item.monthly end is not null
    order by length(item.code) desc limit 1)`;

/** Whether the tier gives for nothing what was had at a price while off: it sells the item by the hour, and it is free then. */
const isFreeAt = (span: string, sold: Sql): Sql => sql`
  (${isWhileOff(sql.ref(`${span}.item`))} and ${sql.ref(`${span}.mode`)} = 'hourly' and exists (select from price_item free where free.id = ${sold} and free.powered_off = 'free'))`;

/**
 * What is metered now of customers of the sites below the topmost, of which the topmost sells nothing in that currency and billed that way:
 * it counts there as it was bought. A query of the columns of `span` and `top_id`, the topmost site.
 */
export const unsoldAtTop: Sql = sql`
  with list_time as materialized (select * from (${listTimes}) as every where tier_id in (select id from site where parent_id is null))
  select used.*, tier.id as top_id from span used join site had on had.id = used.site_id
  join site tier on tier.id = split_part(had.path, '/', 1)::uuid and tier.id <> had.id
  where used.to_at is null and not had.is_sandbox and ${soldAt('used')} is null`;

/** What was paid at the tier's prices for the hour that a span goes on with: the most that anything in that hour cost before. */
const paidAtTier = sql`
  coalesce((
    select max(case when ${isFreeAt('m', sql`sold.id`)} then 0 else price_of(m.quantity, sold.hourly, sold.included, sold.tiers, 'hourly') end)
    from span m cross join lateral (select coalesce(${soldAt('m')}, m.price_item_id) as id) as found join price_item sold on sold.id = found.id
    where m.subject_id = used.subject_id and ${itemInSql(sql`m.item`)} = ${itemInSql(sql`used.item`)} and m.owner_id = used.owner_id and m.mode = 'hourly' and m.hours_from = used.hours_from
      and m.from_at < used.from_at and m.to_at > used.hours_from + floor(extract(epoch from used.from_at - used.hours_from) / 3600) * interval '1 hour'
  ), 0)`;

/**
 * What the use of a month comes to at every tier of the sites: at the site where it was had by the prices it was bought at, at each site
 * above by that site's list of the moment it began. A query of `owner_id`, `site_id` (where it was had), `tier_id`, `currency` and
 * `amount`, the sum of lines that are rounded as on an invoice. What a tier does not sell, or not in that currency, counts there as it was
 * bought: nothing is earned on it. `condition` says whose, over the columns of `span`.
 */
export const tierAmounts = (month: RatedMonth, condition: Sql): Sql => sql`
  with list_time as materialized (${listTimes}),
  had as materialized (${spansOfMonth(month, condition)}),
  sold_at as materialized (
    select used.*, tier.id as tier_id, case when tier.id <> used.site_id then ${soldAt('used')} end as sold_id
    from had used join site on site.id = used.site_id join site tier on tier.id = any(string_to_array(site.path, '/')::uuid[])
  ),
  at_tier as materialized (
    select md5(concat(used.subject_id, used.tier_id, used.site_id))::uuid as made_up_id, used.subject_id as had_id, used.site_id, used.tier_id, used.owner_id,
      case when is_free then used.price_item_id else coalesce(sold_id, used.price_item_id) end as price_item_id,
      case when is_free then 0 else used.quantity end as quantity, used.mode, used.from_at, used.to_at, used.hours_from,
      case when used.tier_id = used.site_id or used.hour_paid = 0 then used.hour_paid else ${paidAtTier} end as hour_paid,
      used.starts, used.ends, used.month_seconds, used.cut
    from sold_at used join site tier on tier.id = used.tier_id cross join lateral (select ${isFreeAt('used', sql`sold_id`)} as is_free) as free
  ),
  ${rating(sql`
    select made_up_id as subject_id, owner_id, price_item_id, quantity, mode, from_at, to_at, hours_from, hour_paid, starts, ends, month_seconds, cut from at_tier`)}
  select line.owner_id, tier_of.site_id, tier_of.tier_id, line.currency, sum(line.amount) as amount
  from rated_line line join (select distinct made_up_id, site_id, tier_id from at_tier) as tier_of on tier_of.made_up_id = line.subject_id
  group by line.owner_id, tier_of.site_id, tier_of.tier_id, line.currency`;

/**
 * What each site earned on the use of a month: what it sells for less what it buys for itself, which is what the site above it sells for;
 * the topmost buys from nobody. The margins of all tiers add up to what the customer is charged, to the coin and before discounts. A query of
 * `owner_id`, `site_id`, `tier_id`, `currency`, `retail`, `wholesale` and `margin`.
 */
export const tierMargins = (month: RatedMonth, condition: Sql): Sql => sql`
  with tier as materialized (${tierAmounts(month, condition)})
  select tier.owner_id, tier.site_id, tier.tier_id, tier.currency, tier.amount as retail, coalesce(above.amount, 0 * tier.amount) as wholesale,
    tier.amount - coalesce(above.amount, 0) as margin
  from tier join site on site.id = tier.tier_id
  left join tier above on above.tier_id = site.parent_id and (above.owner_id, above.site_id, above.currency) = (tier.owner_id, tier.site_id, tier.currency)`;
