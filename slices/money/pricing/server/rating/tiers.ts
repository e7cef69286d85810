import { type RawBuilder, sql } from 'kysely';
import { isNotWithdrawn, isPoweredOffItem, itemInSql } from '../priceList.ts';
import { type RatedMonth, rating, spansOfMonth } from './rating.ts';

type Sql = RawBuilder<unknown>;

/**
 * The list that a site sells with at each time: its own, or that of the nearest site above that had
 * one by then. `begins` is inclusive, and `ends` is exclusive.
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
 * The item that a tier sells for a span or an earlier one, over `m` and `tier`: from the site's own
 * list at the time when the span began, in any currency, with the same billing mode. There is one
 * such list at a time, with one currency. Named lists are for accounts. If the tier has no price
 * for an item that is off, the price of the item itself applies.
 */
const tierPriceItem = (span: string): Sql =>
  sql`(select ${listPriceItem('l', span)} from list_time l where ${isListed(span)})`;

/**
 * SQL: which row of `l`, of `list_time`, applies at `tier` when the span began. There is at most
 * one.
 */
const isListed = (span: string): Sql => sql`
  l.tier_id = tier.id and ${sql.ref(`${span}.from_at`)} >= l.begins and ${sql.ref(`${span}.from_at`)} < l.ends`;

/** The item of a list for a span. */
const listPriceItem = (list: string, span: string): Sql => sql`
  (select item.id from price_item item
    where item.price_list_id = ${sql.ref(`${list}.list_id`)} and item.code in (${sql.ref(`${span}.item`)}, ${itemInSql(sql.ref(`${span}.item`))})
      and item.is_purchase = (select own.is_purchase from price_item own where own.id = ${sql.ref(`${span}.price_item_id`)})
      and case when ${sql.ref(`${span}.mode`)} = 'hourly' then item.hourly else item.monthly end is not null
    order by length(item.code) desc limit 1)`;

/**
 * SQL: whether usage with an off price is free at the tier, because it sells the item hourly and
 * the item is free while off.
 */
const isFreeAt = (span: string, priceItem: Sql): Sql => sql`
  (${isPoweredOffItem(sql.ref(`${span}.item`))} and ${sql.ref(`${span}.mode`)} = 'hourly' and exists (select from price_item free where free.id = ${priceItem} and free.powered_off = 'free'))`;

/**
 * Current usage by customers below the topmost site for which the topmost site sells no item in
 * that billing mode. It counts there at its purchase price. A query of the columns of `span` and
 * `top_id`, the topmost site.
 */
export const unsoldAtTop: Sql = sql`
  with list_time as materialized (select * from (${listTimes}) as every where tier_id in (select id from site where parent_id is null))
  select used.*, tier.id as top_id from span used join site had on had.id = used.site_id
  join site tier on tier.id = split_part(had.path, '/', 1)::uuid and tier.id <> had.id
  where used.to_at is null and not had.is_sandbox and ${tierPriceItem('used')} is null`;

const currencyOf = (item: Sql): Sql =>
  sql`(select list.currency from price_item item join price_list list on list.id = item.price_list_id where item.id = ${item})`;

/**
 * The amount already paid at the tier's prices for the hour that a span continues: the highest
 * previous cost in that hour, in the same currency.
 */
const paidAtTier = sql`
  coalesce((
    select max(case when ${isFreeAt('m', sql`sold.id`)} then 0 else price_of(m.quantity, sold.hourly, sold.included, sold.tiers, 'hourly') end)
    from span m cross join lateral (select coalesce(${tierPriceItem('m')}, m.price_item_id) as id) as found join price_item sold on sold.id = found.id
    where m.subject_id = used.subject_id and ${itemInSql(sql`m.item`)} = ${itemInSql(sql`used.item`)} and m.owner_id = used.owner_id and m.mode = 'hourly' and m.hours_from = used.hours_from
      and m.from_at < used.from_at and m.to_at > used.hours_from + floor(extract(epoch from used.from_at - used.hours_from) / 3600) * interval '1 hour'
      and ${currencyOf(sql`sold.id`)} = ${currencyOf(sql`coalesce(used.sold_id, used.price_item_id)`)}
  ), 0)`;

/**
 * The cost of a month's usage at every tier of the sites, as common table expressions ending in
 * `tier_line`. At the site of usage it is based on the purchase prices, and at each site above on
 * that site's list at the start of the usage, in the currency of that list. One row per resource,
 * item and currency: `had_id` (the resource), `owner_id`, `site_id` (the site of usage), `tier_id`,
 * `above_id` (the tier it buys from), `item` (without its off price), `currency`, `amount`, the sum
 * of lines rounded as on an invoice, and `last_at`, the end of the usage. Items that a tier doesn't
 * sell count there at their purchase price. `condition` selects the spans, over the columns of
 * `span`.
 */
const tierLines = (month: RatedMonth, condition: Sql): Sql => sql`
  list_time as materialized (${listTimes}),
  had as materialized (${spansOfMonth(month, condition)}),
  listed as materialized (
    select used.*, tier.id as tier_id, l.list_id
    from had used join site on site.id = used.site_id join site tier on tier.id = any(string_to_array(site.path, '/')::uuid[])
    left join list_time l on tier.id <> used.site_id and ${isListed('used')}
  ),
  sold as materialized (
    select kind.*, ${listPriceItem('kind', 'kind')} as sold_id
    from (select distinct list_id, item, price_item_id, mode from listed where list_id is not null) as kind
  ),
  sold_at as (select listed.*, sold.sold_id from listed left join sold using (list_id, item, price_item_id, mode)),
  priced_at as materialized (
    select used.*, md5(concat(used.subject_id, used.tier_id, used.site_id))::uuid as made_up_id, free.is_free
    from sold_at used join site tier on tier.id = used.tier_id cross join lateral (select ${isFreeAt('used', sql`sold_id`)} as is_free) as free
  ),
  at_tier as materialized (
    select used.*, coalesce(sold_id, price_item_id) as tier_item_id,
      case when used.tier_id = used.site_id or used.hour_paid = 0 then used.hour_paid else ${paidAtTier} end as paid_there
    from priced_at used join site tier on tier.id = used.tier_id where not is_free
  ),
  ${rating(sql`
    select made_up_id as subject_id, owner_id, tier_item_id as price_item_id, quantity, mode, from_at, to_at, hours_from, paid_there as hour_paid,
      starts, ends, month_seconds, cut from at_tier`)},
  tier_line as materialized (
    select had_id, owner_id, site_id, tier_id, tier.parent_id as above_id, item, line.currency, sum(amount) as amount, max(last_at) as last_at, row_number() over () as n
    from (
      select tier_of.had_id, line.owner_id, tier_of.site_id, tier_of.tier_id, ${itemInSql(sql`line.item`)} as item, line.currency, line.amount, line.to_at as last_at
      from rated_line line join (select distinct made_up_id, subject_id as had_id, site_id, tier_id from at_tier) as tier_of on tier_of.made_up_id = line.subject_id
      union all
      select subject_id, owner_id, site_id, tier_id, ${itemInSql(sql`item`)}, ${currencyOf(sql`sold_id`)}, 0, least(to_at, cut) from priced_at where is_free
    ) as line join site tier on tier.id = line.tier_id
    group by had_id, owner_id, site_id, tier_id, tier.parent_id, item, line.currency
  )`;

/**
 * `tier_sale`, to follow `tier_line`: purchases from the tier above against sales, summed by
 * customer (`payer_id`, who gets the owner's bill), `site_id`, `tier_id`, `currency`, and
 * `wholesale_currency`. Each amount is in one row, so no sum mixes currencies. If something was
 * sold in two currencies within the month, purchases count against sales in the same currency, or
 * else against the latest sale.
 */
const tierSales = sql`
  bought as (
    select distinct on (above.n) above.n, above.currency, above.amount, above.last_at, sold.n as sold_n
    from tier_line sold join tier_line above
      on (above.tier_id, above.had_id, above.owner_id, above.site_id, above.item) = (sold.above_id, sold.had_id, sold.owner_id, sold.site_id, sold.item)
    order by above.n, above.currency = sold.currency desc, sold.last_at desc, sold.currency
  ),
  bought_mostly as (
    select distinct on (sold.n) sold.n, bought.currency from tier_line sold join bought on bought.sold_n = sold.n
    order by sold.n, bought.currency = sold.currency desc, bought.last_at desc, bought.currency
  ),
  tier_sale as (
    select coalesce(owner.parent_id, owner.id) as payer_id, side.site_id, tier_id, currency, wholesale_currency, sum(retail) as retail, sum(wholesale) as wholesale
    from (
      select sold.owner_id, sold.site_id, sold.tier_id, sold.currency, coalesce(mostly.currency, sold.currency) as wholesale_currency,
        sold.amount as retail, 0 * sold.amount as wholesale
      from tier_line sold left join bought_mostly mostly on mostly.n = sold.n
      union all
      select sold.owner_id, sold.site_id, sold.tier_id, sold.currency, bought.currency, 0 * sold.amount, bought.amount
      from bought join tier_line sold on sold.n = bought.sold_n
    ) as side join user_account owner on owner.id = side.owner_id
    group by 1, side.site_id, tier_id, currency, wholesale_currency
  )`;

/**
 * The date of a month's exchange rate: its last day, or today for the current month. Uses UTC days,
 * so that it is the same for every site.
 */
function rateDay({ at, until }: RatedMonth): string {
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0));
  return (until && until < last ? until : last).toISOString().slice(0, 10);
}

/**
 * The earnings of each site on a month's usage: its sales minus its purchases, which are the sales
 * of the site above. The topmost site has no purchases. A query of `payer_id` (the customer),
 * `site_id` (the site of usage), `tier_id`, `retail` in `currency`, `wholesale` in
 * `wholesale_currency`, `rate` and `rate_day` (the latest exchange rate from the latter to the
 * former at the end of the month, or now; 1 without a date if they are equal), `converted`, the
 * wholesale at that rate rounded to the minor unit, and `margin`. At every tier `retail` equals
 * `converted` plus `margin` exactly, and in one currency the margins of all tiers add up to the
 * customer's charge before discounts. Without a known rate, `rate` is null, and so are `converted`
 * and `margin` unless the wholesale is zero. `condition` selects the spans, over the columns of
 * `span`.
 */
export const tierMargins = (month: RatedMonth, condition: Sql): Sql => sql`
  with ${tierLines(month, condition)}, ${tierSales},
  month_rate as materialized (
    select pair.currency, pair.wholesale_currency, case when pair.currency = pair.wholesale_currency then 1 else known.rate end as rate, known.day as rate_day
    from (select distinct currency, wholesale_currency from tier_sale) as pair
    left join lateral exchange_rate_at(pair.wholesale_currency, pair.currency, ${rateDay(month)}::date) as known on true
  )
  select sale.payer_id, sale.site_id, sale.tier_id, sale.currency, sale.wholesale_currency, sale.retail, sale.wholesale,
    month_rate.rate, month_rate.rate_day, converted.amount as converted, sale.retail - converted.amount as margin
  from tier_sale sale join month_rate using (currency, wholesale_currency)
  cross join lateral (
    select round(case when sale.wholesale = 0 then 0 else sale.wholesale * month_rate.rate end, minor_units(sale.currency)) as amount) as converted`;
