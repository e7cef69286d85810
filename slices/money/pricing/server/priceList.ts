import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { billingModes } from '../contract/schemas.ts';
import { type BillingMode, beginningOfTime, offItemOf, type PriceTerms } from '../rules.ts';
import { localize } from '../texts/localize.ts';
import {
  type DefaultPrice,
  defaultCurrency,
  defaultPrices,
  type PriceTier,
} from './defaultPrices.ts';

const seedLock = 7_216_010;

export interface PriceItem extends Required<PriceTerms> {
  id: string;
  code: string;
  resource: LocalizedText;
  unit: LocalizedText;
  /** The ID of the separate item for the price while the server is off. Null if there is none. */
  offId: string | null;
  offHourly: string | null;
  offMonthly: string | null;
  /** The included amount per subject. */
  included: string;
  /** The prices above quantities, in ascending order. Empty for a single price. */
  tiers: PriceTier[];
  /** The minimum price per subject and month. */
  minimum: string | null;
}

export type BillingModes = z.output<typeof billingModes>;

export interface PriceList {
  id: string;
  siteId: string;
  /** The name of a list that is assigned to accounts. Empty for the site's own list. */
  name: string;
  currency: string;
  version: number;
  validFrom: Date;
  billingModes: BillingModes;
  /** In display order. */
  items: PriceItem[];
}

/** The buyer: a resource's site, and its owner if there is one. */
export interface Buyer {
  siteId: string;
  ownerId: string | null;
}

/** The buyer for an account that buys for itself on its own site. */
export const buyerOf = (user: { siteId: string; userId: string }): Buyer => ({
  siteId: user.siteId,
  ownerId: user.userId,
});

/** SQL: whether the version wasn't withdrawn before it took effect. */
export const isNotWithdrawn = sql`not exists (select from price_list_withdrawal w where w.price_list_id = list.id)`;

/**
 * SQL equivalents of `offItemOf` and `itemOf`: whether a code is that of an item's price while its
 * server is off, and the code of the item itself.
 */
export const isPoweredOffItem = (code: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(right(${code}, 4) = '.off')`;
export const itemInSql = (code: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`regexp_replace(${code}, '\\.off$', '')`;

/** The columns of a version `list`, with its items in display order. */
export const priceListColumns = sql`
  list.id, list.site_id as "siteId", list.name, list.currency, list.version, list.valid_from as "validFrom", list.billing_modes as "billingModes",
  (select coalesce(jsonb_agg(jsonb_build_object(
    'id', item.id, 'code', item.code, 'resource', item.resource, 'unit', item.unit,
    'hourly', trim_scale(item.hourly)::text, 'monthly', trim_scale(item.monthly)::text, 'poweredOff', item.powered_off, 'isPurchase', item.is_purchase,
    'offId', off.id, 'offHourly', trim_scale(off.hourly)::text, 'offMonthly', trim_scale(off.monthly)::text,
    'included', trim_scale(item.included)::text, 'tiers', coalesce(item.tiers, '[]'), 'minimum', trim_scale(item.minimum)::text
  ) order by item.position), '[]')
  from price_item item left join price_item off on item.powered_off = 'priced' and off.price_list_id = item.price_list_id and off.code = item.code || '.off'
  where item.price_list_id = list.id and not ${isPoweredOffItem(sql`item.code`)}) as items`;

/**
 * The named list assigned to the account, or else to its parent, as a row of `list_site_id` and
 * `list_name`. No row if there is none.
 */
export const assignedList = (ownerId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select given.list_site_id, given.list_name, who.rank
  from user_account buyer
  cross join lateral (values (buyer.id, 0), (buyer.parent_id, 1)) as who (id, rank)
  cross join lateral (select list_site_id, list_name from price_list_grant where user_id = who.id order by id desc limit 1) as given
  where buyer.id = ${ownerId} and given.list_name is not null
  order by who.rank limit 1`;

interface BuyerExpressions {
  site: RawBuilder<unknown>;
  owner: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
}

/**
 * The ID of the list that an owner buys from at a time. This is the named list assigned to the
 * owner or its parent, if that has an active version and belongs to the resource's site or a site
 * above. Otherwise it is the latest active version of the site, or of the nearest site above that
 * has one.
 */
export const priceListOfBuyer = ({ site, owner, at }: BuyerExpressions): RawBuilder<unknown> => sql`
  select list.id from site cross join lateral (select string_to_array(site.path, '/')::uuid[] as sites) as path
  join price_list list on list.site_id = any(path.sites)
  where site.id = ${site} and list.valid_from <= ${at} and ${isNotWithdrawn}
    and (list.name = '' or (list.site_id, list.name) in (select given.list_site_id, given.list_name from (${assignedList(owner)}) as given))
  order by list.name <> '' desc, array_position(path.sites, list.site_id) desc, list.valid_from desc, list.version desc
  limit 1`;

/**
 * The list that this owner currently buys from (`priceListOfBuyer`). Null if there is none. Used for
 * both estimates and spans.
 */
export async function priceListFor(
  db: Context['db'],
  { siteId, ownerId }: Buyer,
  at: Date,
): Promise<PriceList | null> {
  const buyerPriceList = priceListOfBuyer({
    site: sql`${siteId}`,
    owner: sql`${ownerId}::uuid`,
    at: sql`${at}`,
  });
  const { rows } =
    await sql<PriceList>`select ${priceListColumns} from price_list list where list.id = (${buyerPriceList})`.execute(
      db,
    );
  return rows[0] ?? null;
}

/**
 * Throws `billingModeNotSold` for monthly billing if the buyer's list bills servers by the hour
 * only.
 */
export async function requireMonthlyBilling(
  ctx: Pick<Context, 'db' | 'clock'>,
  buyer: Buyer,
  mode: BillingMode,
): Promise<void> {
  if (mode === 'hourly') return;
  const list = await priceListFor(ctx.db, buyer, ctx.clock.now());
  if (list?.billingModes === 'hourlyOnly') throw userError('billingModeNotSold', {}, 'billingMode');
}

/** The input of a new version. */
export interface NewPriceList {
  siteId: string;
  /** Omitted: the site's own list. */
  name?: string;
  currency: string;
  validFrom: Date;
  /** Omitted: both modes. */
  billingModes?: BillingModes;
  createdBy?: string;
  items: readonly DefaultPrice[];
}

/**
 * Adds a new version, effective from `validFrom`. Versions never change afterwards. Price changes
 * require another version.
 */
export async function addPriceList(
  ctx: Pick<Context, 'db'>,
  list: NewPriceList,
): Promise<{ id: string; version: number }> {
  const items = list.items.flatMap(withWhileOff).map((item, position) => ({
    ...item,
    position,
    powered_off: item.poweredOff,
    is_purchase: item.isPurchase ?? false,
    tiers: item.tiers?.length ? item.tiers : null,
  }));
  const name = list.name ?? '';
  const { rows } = await sql<{ id: string; version: number }>`
    with list as (
      insert into price_list (site_id, name, currency, version, valid_from, billing_modes, created_by)
      select ${list.siteId}, ${name}, ${list.currency}, coalesce(max(version), 0) + 1, ${list.validFrom}, ${list.billingModes ?? 'monthlyAndHourly'}, ${list.createdBy ?? null}
      from price_list where site_id = ${list.siteId} and name = ${name}
      returning id, version
    ), items as (
      insert into price_item (price_list_id, code, position, resource, unit, hourly, monthly, powered_off, is_purchase, included, tiers, minimum)
      select list.id, item.code, item.position, item.resource, item.unit, item.hourly, item.monthly, item.powered_off, item.is_purchase,
        coalesce(item.included, 0), nullif(item.tiers, 'null'), item.minimum
      from list, jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as item (code text, position integer, resource jsonb, unit jsonb, hourly numeric, monthly numeric, powered_off text,
          is_purchase boolean, included numeric, tiers jsonb, minimum numeric)
    )
    select id, version from list`.execute(ctx.db);
  return rows[0] as { id: string; version: number };
}

/**
 * Returns the item, plus a separate item for its off price, without tiers, included amount, and
 * minimum.
 */
function withWhileOff(item: DefaultPrice): DefaultPrice[] {
  const {
    code,
    resource,
    unit,
    poweredOff,
    included = '0',
    offHourly = null,
    offMonthly = null,
  } = item;
  if (poweredOff !== 'priced') return [item];
  const named = localize('priceList.named.whileOff', { resource });
  const off = {
    code: offItemOf(code),
    resource: named,
    unit,
    hourly: offHourly,
    monthly: offMonthly,
    poweredOff: 'charge',
    included,
  } as const;
  return [item, off];
}

/**
 * Creates the initial price list of a new installation at the site, unless it has one. Safe to call
 * concurrently from several processes.
 */
export async function seedPriceList(ctx: Pick<Context, 'db'>, siteId: string): Promise<void> {
  const seed = async (db: Context['db']) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(db);
    const { rows } = await sql`select from price_list where site_id = ${siteId} limit 1`.execute(
      db,
    );
    if (rows.length > 0) return;
    await addPriceList(
      { db },
      { siteId, currency: defaultCurrency, validFrom: beginningOfTime, items: defaultPrices },
    );
  };
  if (ctx.db.isTransaction) await seed(ctx.db);
  else await ctx.db.transaction().execute(seed);
}
