import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { visibleTo } from '../../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../../server/platform/database/listPage.ts';
import type { pricingEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { groupOf, groupTitle } from '../messages.ts';
import {
  buyerOf,
  isNotWithdrawn,
  isPoweredOffItem,
  type PriceItem,
  priceListColumns,
  priceListFor,
} from '../priceList.ts';
import { inLanguage } from './knownItems.ts';

type ListAnswer = z.output<(typeof pricingEndpoints)['listPriceLists']['answer']>;
export type VersionRow = ListAnswer['items'][number];
type SiteList = z.output<(typeof pricingEndpoints)['listPriceListSites']['answer']>;
type Detail = z.output<(typeof pricingEndpoints)['getPriceList']['answer']>;
export type Source = NonNullable<SiteList['items'][number]['source']>;
type State = VersionRow['state'];

interface Row extends Omit<VersionRow, 'validFrom' | 'createdAt' | 'actions'> {
  validFrom: Date;
  createdAt: Date;
}

export const siteCondition = (ctx: SignedInContext): RawBuilder<boolean> =>
  visibleTo(ctx, { owner: 'site.id', site: 'site.id' });

const from = sql`price_list list join site on site.id = list.site_id`;

/**
 * The state of a version `list` at a time. Of several current versions of a list, the latest
 * applies and the others are past.
 */
export const stateAt = (now: Date): RawBuilder<State> => sql<State>`(case
  when not (${isNotWithdrawn}) then 'withdrawn'
  when list.valid_from > ${now} then 'planned'
  when exists (
    select from price_list newer
    where newer.site_id = list.site_id and newer.name = list.name and newer.valid_from <= ${now}
      and (newer.valid_from, newer.version) > (list.valid_from, list.version)
      and not exists (select from price_list_withdrawal w where w.price_list_id = newer.id)
  ) then 'past' else 'inForce' end)`;

/** Accounts whose latest assignment is the named list `list`. */
const accountCount = sql`(select count(*) from (
    select distinct on (user_id) list_site_id, list_name from price_list_grant order by user_id, id desc
  ) as given where given.list_site_id = list.site_id and given.list_name = list.name)`;

const columns = (now: Date) => sql`
  list.id, list.site_id as "siteId", list.name, site.name as "siteName", list.currency, list.version, list.valid_from as "validFrom", list.billing_modes as "billingModes",
  ${stateAt(now)} as state, (select count(*) from price_item item where item.price_list_id = list.id and not ${isPoweredOffItem(sql`item.code`)}) as "itemCount",
  ${accountCount} as "accountCount", list.created_at as "createdAt",
  account_email(list.created_by) as "createdBy"`;

const notPlanned: Record<Exclude<State, 'planned'>, LocalizedText> = {
  inForce: localize('notPlanned.inForce'),
  past: localize('notPlanned.past'),
  withdrawn: localize('notPlanned.withdrawn'),
};

const present = (ctx: SignedInContext, row: Row): VersionRow => ({
  ...{
    id: row.id,
    siteId: row.siteId,
    name: row.name,
    siteName: row.siteName,
    currency: row.currency,
    version: row.version,
  },
  ...{
    state: row.state,
    itemCount: row.itemCount,
    accountCount: row.accountCount,
    createdBy: row.createdBy,
  },
  validFrom: row.validFrom.toISOString(),
  billingModes: row.billingModes,
  createdAt: row.createdAt.toISOString(),
  actions: { withdraw: row.state === 'planned' ? null : notPlanned[row.state][ctx.language] },
});

/** Every version of every list of the sites in the caller's scope. */
export async function listVersions(
  ctx: SignedInContext,
  query: ListRequest & { state?: State | undefined },
): Promise<ListAnswer> {
  const now = ctx.clock.now();
  const filter = query.filter ? containing(query.filter) : null;
  return await readListPage<Row, VersionRow>(
    ctx.db,
    {
      from,
      columns: columns(now),
      where: [
        siteCondition(ctx),
        ...(filter === null
          ? []
          : [
              sql`(site.name ilike ${filter} or list.name ilike ${filter} or list.currency ilike ${filter})`,
            ]),
        ...(query.state ? [sql`${stateAt(now)} = ${query.state}`] : []),
      ],
      sorts: {
        site: { column: sql`lower(site.name || ' ' || list.name)`, type: 'text' },
        validFrom: { column: sql`list.valid_from`, type: 'timestamptz' },
        version: { column: sql`list.version`, type: 'numeric' },
      },
      id: { column: sql`list.id`, type: 'uuid' },
      defaultSorting: '-validFrom',
      map: (row) => present(ctx, row),
    },
    query,
    query.state ? { state: query.state } : {},
  );
}

/**
 * The source of a site's prices, as JSON: its own active list, or that of the nearest site above.
 * Null if there is none.
 */
const sourceOf = (now: Date) => sql`(
  select jsonb_build_object('id', list.id, 'siteId', list.site_id, 'name', list.name, 'siteName', seller.name,
    'currency', list.currency, 'version', list.version)
  from price_list list join site seller on seller.id = list.site_id
  where list.site_id = any(string_to_array(site.path, '/')::uuid[]) and list.name = '' and list.valid_from <= ${now} and ${isNotWithdrawn}
  order by array_position(string_to_array(site.path, '/')::uuid[], list.site_id) desc, list.valid_from desc, list.version desc limit 1)`;

/** The sites in the caller's scope, each with the owner of the list that it sells with. */
export async function listSites(ctx: SignedInContext, query: ListRequest): Promise<SiteList> {
  return await readListPage<
    { id: string; siteName: string; timeZone: string; source: Source | null },
    SiteList['items'][number]
  >(
    ctx.db,
    {
      from: sql`site`,
      columns: sql`site.id, site.name as "siteName", site.time_zone as "timeZone", ${sourceOf(ctx.clock.now())} as source`,
      where: [
        siteCondition(ctx),
        ...(query.filter ? [sql`site.name ilike ${containing(query.filter)}`] : []),
      ],
      sorts: { site: { column: sql`lower(site.name)`, type: 'text' } },
      id: { column: sql`site.id`, type: 'uuid' },
      defaultSorting: 'site',
      map: ({ id, siteName, timeZone, source }) => ({
        ...{ id, siteName, timeZone, source },
        ...{ isCallers: id === ctx.actor.siteId, isOwn: source?.siteId === id },
      }),
    },
    query,
  );
}

/** A version of a site in the caller's scope. Throws `notFound` for other versions. */
export async function findVersion(ctx: SignedInContext, priceListId: string): Promise<VersionRow> {
  const { rows } = await sql<Row>`
    select ${columns(ctx.clock.now())} from ${from} where list.id = ${priceListId} and ${siteCondition(ctx)}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'price list', id: priceListId });
  return present(ctx, rows[0]);
}

/**
 * A readable version: of a site in the caller's scope, or the inherited one that the caller's site
 * sells with. Throws `notFound`.
 */
export async function readVersion(ctx: SignedInContext, priceListId: string): Promise<Detail> {
  const parentList = await priceListFor(
    ctx.db,
    { ...buyerOf(ctx.actor), ownerId: null },
    ctx.clock.now(),
  );
  const isInherited = sql<boolean>`list.id = ${parentList?.id ?? null}::uuid`;
  const { rows } = await sql<Row & { isManaged: boolean }>`
    select ${columns(ctx.clock.now())}, ${siteCondition(ctx)} as "isManaged"
    from ${from} where list.id = ${priceListId} and (${siteCondition(ctx)} or ${isInherited})`.execute(
    ctx.db,
  );
  const [row] = rows;
  if (!row) throw userError('notFound', { what: 'price list', id: priceListId });
  const items = await readItems(ctx, priceListId);
  const groups = [...new Set(items.map(({ code }) => groupOf(code)))];
  return {
    ...present(ctx, row.isManaged ? row : { ...row, createdBy: null, accountCount: 0 }),
    isManaged: row.isManaged,
    items: items.map(({ id: _id, offId: _offId, resource, unit, ...terms }) => ({
      ...{ ...terms, group: groupOf(terms.code) },
      ...inLanguage({ resource, unit }, ctx.language),
    })),
    groups: groups.map((group) => ({ group, title: groupTitle(group, ctx.language) })),
  };
}

/** The items of a version, in display order. */
export async function readItems(
  ctx: Pick<Context, 'db'>,
  priceListId: string,
): Promise<PriceItem[]> {
  const { rows } = await sql<{
    items: PriceItem[];
  }>`select ${priceListColumns} from price_list list where list.id = ${priceListId}`.execute(
    ctx.db,
  );
  return rows[0]?.items ?? [];
}
