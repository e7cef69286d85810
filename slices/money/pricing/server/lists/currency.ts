import { type RawBuilder, sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import type { CurrencyChange, NewSite, Obstacle } from '../../../companies/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { isNotWithdrawn } from '../priceList.ts';
import { monthOfSites } from '../rating/rating.ts';
import { spanEnd } from '../rating/spanEnd.ts';
import { stateAt } from './store.ts';

/**
 * A site that would sell in a currency other than that of the company that bills it. Its customers
 * could never be invoiced.
 */
interface CurrencyMismatch {
  site: string;
  company: string;
  /** The currency that the company bills in. */
  billed: string;
  /** The currency of the list. */
  given: string;
}

const isCurrentOrPlanned = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`${stateAt(now)} in ('inForce', 'planned')`;
const pathOf = (site: string): RawBuilder<unknown> =>
  sql`string_to_array(${sql.ref(`${site}.path`)}, '/')`;
/** The latest assignment of each account. */
const assignments = sql`select distinct on (user_id) user_id, list_site_id, list_name from price_list_grant order by user_id, id desc`;

/**
 * Serializes assigning a list and assigning a site to a company, so that each sees the other's
 * change.
 */
export async function lockCompanies(ctx: Pick<Context, 'db'>): Promise<void> {
  await sql`select from company order by id for share`.execute(ctx.db);
}

/**
 * Throws `priceListCurrency` for a list with a current or planned version in a currency other than
 * that in which the account or one of its sub-accounts is billed.
 */
export async function checkCurrencyOfAssignment(
  ctx: SignedInContext,
  userId: string,
  list: { siteId: string; name: string },
  key: string,
): Promise<void> {
  const { rows } = await sql<CurrencyMismatch>`
    select site.name as site, c.legal_name as company, c.currency as billed, list.currency as given
    from user_account buyer join site on site.id = buyer.site_id and not site.is_sandbox join company c on c.id = company_of_site(site.id)
    join price_list list on list.site_id = ${list.siteId} and list.name = ${list.name} and ${isCurrentOrPlanned(ctx.clock.now())} and list.currency <> c.currency
    where ${userId} in (buyer.id, buyer.parent_id) and buyer.deleted_at is null
    order by buyer.id = ${userId} desc, list.valid_from limit 1`.execute(ctx.db);
  if (rows[0]) throw userError('priceListCurrency', { ...rows[0] }, key);
}

interface VersionCurrency {
  siteId: string;
  name: string;
  currency: string;
  validFrom: Date;
  /** The currency of the previous version. Null if there is none. */
  before: string | null;
}

/**
 * Throws `priceListCurrency` for a version in a currency other than that of the company that bills
 * its site or an account with the list. Sub-sites that buy from it and are billed by another
 * company are checked only if the previous version was right for them.
 */
export async function checkCurrencyOfVersion(
  ctx: SignedInContext,
  { siteId, name, currency, validFrom, before }: VersionCurrency,
): Promise<void> {
  const ofAccounts = sql`site.id in (
    select buyer.site_id from (${assignments}) as gift join user_account buyer on gift.user_id in (buyer.id, buyer.parent_id)
    where gift.list_site_id = ${siteId} and gift.list_name = ${name} and buyer.deleted_at is null)`;
  const ofBuyers = sql`c.currency = ${before} and own.id::text = any(${pathOf('site')}) and not exists (
    select from price_list list join site nearer on nearer.id = list.site_id
    where list.name = '' and ${isNotWithdrawn} and list.valid_from <= ${validFrom} and nearer.id::text = any(${pathOf('site')}) and length(nearer.path) > length(own.path))`;
  const { rows } = await sql<CurrencyMismatch>`
    select site.name as site, c.legal_name as company, c.currency as billed, ${currency} as given
    from site join company c on c.id = company_of_site(site.id) join site own on own.id = ${siteId}
    where not site.is_sandbox and c.currency <> ${currency} and (site.id = ${siteId} or ${name === '' ? ofBuyers : ofAccounts})
    order by site.id = ${siteId} desc, site.name limit 1`.execute(ctx.db);
  if (rows[0]) throw userError('priceListCurrency', { ...rows[0] }, 'currency');
}

interface ListMismatch extends CurrencyMismatch {
  key: string;
  /** Whether the list belongs to a site above the given one. */
  isInherited: boolean;
}

/**
 * Among sites, and sub-sites billed by the same company: those whose own list, or the list of one
 * of their accounts, has a different currency than the company. Inherited lists don't count until
 * something is running, because a separate list can still be created.
 */
async function listMismatches(
  ctx: SignedInContext,
  companyId: string,
  sites: readonly NewSite[],
): Promise<ListMismatch[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<ListMismatch>`
    with billed as (
      select site.id, site.name, site.path, new.id as given_id, new.key, c.legal_name as company, c.currency
      from jsonb_to_recordset(${JSON.stringify(sites)}::jsonb) as new (id uuid, key text)
      join site on new.id::text = any(${pathOf('site')}) and not site.is_sandbox join company c on c.id = ${companyId}
      where company_of_site(site.id) = ${companyId}
    )
    select distinct on (billed.key, billed.path) billed.name as site, billed.company, billed.currency as billed, list.currency as given, billed.key,
      list.name = '' and not billed.given_id::text = any(${pathOf('seller')}) as "isInherited"
    from billed join price_list list on list.currency <> billed.currency and ${isCurrentOrPlanned(now)}
    join site seller on seller.id = list.site_id
    where list.name = '' and seller.id::text = any(${pathOf('billed')}) and (
        list.site_id = billed.id or list.site_id = (
          select list.site_id from price_list list where list.site_id::text = any(${pathOf('billed')}) and list.name = '' and list.valid_from <= ${now} and ${isNotWithdrawn}
          order by array_position(${pathOf('billed')}, list.site_id::text) desc limit 1))
        and (billed.given_id::text = any(${pathOf('seller')}) or exists (select from span where span.site_id = billed.id and span.to_at is null))
      or list.name <> '' and exists (
        select from (${assignments}) as gift join user_account buyer on gift.user_id in (buyer.id, buyer.parent_id)
        where (gift.list_site_id, gift.list_name) = (list.site_id, list.name) and buyer.site_id = billed.id and buyer.deleted_at is null)
    order by billed.key, billed.path`.execute(ctx.db);
  return rows;
}

/**
 * Throws `companySiteCurrency` for a site that sells in another currency, or has a sub-site that
 * does and that the company also bills.
 */
export async function checkCurrencyOfSites(
  ctx: SignedInContext,
  companyId: string,
  sites: readonly NewSite[],
): Promise<void> {
  const [found] = await listMismatches(ctx, companyId, sites);
  if (!found) return;
  const { key, isInherited, ...mismatch } = found;
  throw userError(
    'companySiteCurrency',
    { ...mismatch, way: isInherited ? inheritedListRemedy(mismatch) : ownListRemedy(mismatch) },
    key,
  );
}

const ownListRemedy = ({ billed, given }: CurrencyMismatch): Obstacle =>
  localize('wayOfOwn', { billed, given });
/** Running resources keep their first price, so creating a separate list wouldn't help. */
const inheritedListRemedy = ({ billed, given }: CurrencyMismatch): Obstacle =>
  localize('wayOfInherited', { billed, given });

/** The maximum number of names in a message. The others are only counted. */
const maxListedNames = 3;
const joinNames = (names: readonly string[]): string =>
  names.slice(0, maxListedNames).join(', ') +
  (names.length > maxListedNames ? ` (+${names.length - maxListedNames})` : '');

/**
 * Lists and usage in a currency other than the one the company would bill in. They could never be
 * invoiced.
 */
export async function obstaclesOfPrices(
  ctx: SignedInContext,
  { companyId }: CurrencyChange,
): Promise<Obstacle[]> {
  const { rows: sites } =
    await sql<NewSite>`select site_id as id, '' as key from company_site where company_id = ${companyId}`.execute(
      ctx.db,
    );
  const lists = [
    ...new Set(
      (await listMismatches(ctx, companyId, sites)).map(({ site, given }) => `${site} (${given})`),
    ),
  ];
  const uses = await sitesInOtherCurrencies(ctx, companyId);
  return [
    ...(lists.length > 0
      ? [
          localize('currency.obstaclesOfPrices.sitesSellAnotherCurrency', {
            lists: joinNames(lists),
          }),
        ]
      : []),
    ...(uses.length > 0
      ? [localize('currency.obstaclesOfPrices.sitesUsageIsntInvoiced', { used: joinNames(uses) })]
      : []),
  ];
}

/**
 * The sites with usage at prices in another currency in the current month, or in the previous month
 * while it isn't invoiced.
 */
async function sitesInOtherCurrencies(ctx: SignedInContext, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select site.name from site join company c on c.id = ${companyId} join (${monthOfSites(ctx.clock.now())}) as month on month.site_id = site.id
    where not site.is_sandbox and company_of_site(site.id) = ${companyId} and exists (
      select from span join price_item item on item.id = span.price_item_id join price_list list on list.id = item.price_list_id
      where span.site_id = site.id and list.currency <> c.currency and ${spanEnd('span')} > case
        when exists (select from invoicing_run r where r.company_id = c.id and r.is_done and r.issues and r.period = (month.month - interval '1 month')::date)
        then month.starts else month.starts - interval '1 month' end)
    order by lower(site.name), site.id`.execute(ctx.db);
  return rows.map(({ name }) => name);
}
