import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../../../../contract/errors.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { type GivenSite, guardSites } from '../../../companies/server/index.ts';
import { isNotWithdrawn } from '../priceList.ts';
import { stateAt } from './store.ts';

/** A site that would sell in another currency than the company that bills it does: its customers could never be invoiced. */
interface Foreign {
  site: string;
  company: string;
  /** In which it bills. */
  billed: string;
  /** In which the list is. */
  given: string;
}

const holds = (now: Date): RawBuilder<boolean> => sql<boolean>`${stateAt(now)} in ('inForce', 'planned')`;
const pathOf = (site: string): RawBuilder<unknown> => sql`string_to_array(${sql.ref(`${site}.path`)}, '/')`;
/** The newest gift of each account. */
const gifts = sql`select distinct on (user_id) user_id, list_site_id, list_name from price_list_grant order by user_id, id desc`;

/** Whoever gives a list and whoever gives a site to a company follow each other, so that each sees what the other did. */
export async function awaitCompanies(ctx: Pick<Context, 'db'>): Promise<void> {
  await sql`select from company order by id for share`.execute(ctx.db);
}

/** Throws `priceListCurrency` for a list, in force or planned, that is in another currency than what bills the account or one below it. */
export async function askCurrencyOfGift(
  ctx: SignedInContext,
  userId: string,
  list: { siteId: string; name: string },
  key: string,
): Promise<void> {
  const { rows } = await sql<Foreign>`
    select site.name as site, c.legal_name as company, c.currency as billed, list.currency as given
    from user_account buyer join site on site.id = buyer.site_id and not site.is_sandbox join company c on c.id = company_of_site(site.id)
    join price_list list on list.site_id = ${list.siteId} and list.name = ${list.name} and ${holds(ctx.clock.now())} and list.currency <> c.currency
    where ${userId} in (buyer.id, buyer.parent_id) and buyer.deleted_at is null
    order by buyer.id = ${userId} desc, list.valid_from limit 1`.execute(ctx.db);
  if (rows[0]) throw refuse('priceListCurrency', { ...rows[0] }, key);
}

interface WantedVersion {
  siteId: string;
  name: string;
  currency: string;
  validFrom: Date;
  /** That of the version before; null without one. */
  before: string | null;
}

/**
 * Throws `priceListCurrency` for a version in another currency than the company of its site bills in, or that of an account that has the list. Sites
 * below that buy from it and are billed by another company are asked after only where the version before was right for them.
 */
export async function askCurrencyOfVersion(
  ctx: SignedInContext,
  { siteId, name, currency, validFrom, before }: WantedVersion,
): Promise<void> {
  const ofAccounts = sql`site.id in (
    select buyer.site_id from (${gifts}) as gift join user_account buyer on gift.user_id in (buyer.id, buyer.parent_id)
    where gift.list_site_id = ${siteId} and gift.list_name = ${name} and buyer.deleted_at is null)`;
  const ofBuyers = sql`c.currency = ${before} and own.id::text = any(${pathOf('site')}) and not exists (
    select from price_list list join site nearer on nearer.id = list.site_id
    where list.name = '' and ${isNotWithdrawn} and list.valid_from <= ${validFrom} and nearer.id::text = any(${pathOf('site')}) and length(nearer.path) > length(own.path))`;
  const { rows } = await sql<Foreign>`
    select site.name as site, c.legal_name as company, c.currency as billed, ${currency} as given
    from site join company c on c.id = company_of_site(site.id) join site own on own.id = ${siteId}
    where not site.is_sandbox and c.currency <> ${currency} and (site.id = ${siteId} or ${name === '' ? ofBuyers : ofAccounts})
    order by site.id = ${siteId} desc, site.name limit 1`.execute(ctx.db);
  if (rows[0]) throw refuse('priceListCurrency', { ...rows[0] }, 'currency');
}

/**
 * Throws `companySiteCurrency` for a site, or one below it that the company bills with it, whose own list or one of its accounts' is in another
 * currency. What it only inherits from above is no hindrance before anything runs on it: a list of its own is to follow.
 */
async function askCurrencyOfSites(ctx: SignedInContext, companyId: string, sites: readonly GivenSite[]): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql<Foreign & { key: string }>`
    with billed as (
      select site.id, site.name, site.path, new.id as given_id, new.key, c.legal_name as company, c.currency
      from jsonb_to_recordset(${JSON.stringify(sites)}::jsonb) as new (id uuid, key text)
      join site on new.id::text = any(${pathOf('site')}) and not site.is_sandbox join company c on c.id = ${companyId}
      where company_of_site(site.id) = ${companyId}
    )
    select billed.name as site, billed.company, billed.currency as billed, list.currency as given, billed.key
    from billed join price_list list on list.currency <> billed.currency and ${holds(now)}
    join site seller on seller.id = list.site_id
    where list.name = '' and seller.id::text = any(${pathOf('billed')}) and (
        list.site_id = billed.id or list.site_id = (
          select list.site_id from price_list list where list.site_id::text = any(${pathOf('billed')}) and list.name = '' and list.valid_from <= ${now} and ${isNotWithdrawn}
          order by array_position(${pathOf('billed')}, list.site_id::text) desc limit 1))
        and (billed.given_id::text = any(${pathOf('seller')}) or exists (select from span where span.site_id = billed.id and span.to_at is null))
      or list.name <> '' and exists (
        select from (${gifts}) as gift join user_account buyer on gift.user_id in (buyer.id, buyer.parent_id)
        where (gift.list_site_id, gift.list_name) = (list.site_id, list.name) and buyer.site_id = billed.id and buyer.deleted_at is null)
    order by billed.key, billed.path limit 1`.execute(ctx.db);
  const [found] = rows;
  if (!found) return;
  const { key, ...foreign } = found;
  throw refuse('companySiteCurrency', foreign, key);
}

guardSites(askCurrencyOfSites);
