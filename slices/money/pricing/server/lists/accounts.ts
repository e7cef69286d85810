import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import { emailKey } from '../../../../../contract/fields/email.ts';
import { visibleTo } from '../../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import type { pricingEndpoints } from '../../contract.ts';
import { assignedList, isNotWithdrawn, priceListFor } from '../priceList.ts';
import { checkCurrencyOfAssignment, lockCompanies } from './currency.ts';
import { findVersion, type VersionRow } from './store.ts';

type Prices = z.input<(typeof pricingEndpoints)['getAccountPriceList']['answer']>;
type AccountList = z.output<(typeof pricingEndpoints)['listPriceListAccounts']['answer']>;
type Choice = Prices['choices'][number];

interface Account {
  id: string;
  siteId: string;
  email: string;
}

const visible = (ctx: SignedInContext) =>
  visibleTo(ctx, { owner: 'account.id', site: 'account.site_id' });

/** Throws `notFound` for an account outside the caller's scope. */
async function findAccount(ctx: SignedInContext, userId: string): Promise<Account> {
  const { rows } = await sql<Account>`
    select account.id, account.site_id as "siteId", account.email from user_account account
    where account.id = ${userId} and account.deleted_at is null and ${visible(ctx)}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'user', id: userId });
  return rows[0];
}

/**
 * The list that the account buys from and why, and the named lists of its site and parent sites.
 * Throws `notFound`.
 */
export async function readAccountPrices(ctx: SignedInContext, userId: string): Promise<Prices> {
  const account = await findAccount(ctx, userId);
  const now = ctx.clock.now();
  const list = await priceListFor(ctx.db, { siteId: account.siteId, ownerId: userId }, now);
  const { rows } = await sql<{
    list_site_id: string;
    list_name: string;
    rank: number;
  }>`${assignedList(sql`${userId}::uuid`)}`.execute(ctx.db);
  const [assignment] = rows;
  const isAssigned = list !== null && list.name !== '';
  const { rows: seller } = await sql<{
    name: string;
  }>`select name from site where id = ${list?.siteId ?? null}`.execute(ctx.db);
  return {
    buysFrom: list && {
      ...{
        id: list.id,
        siteId: list.siteId,
        name: list.name,
        currency: list.currency,
        version: list.version,
      },
      siteName: seller[0]?.name ?? '',
    },
    because: !isAssigned ? 'site' : assignment?.rank === 0 ? 'account' : 'parent',
    given:
      assignment?.rank === 0
        ? { siteId: assignment.list_site_id, name: assignment.list_name }
        : null,
    choices: await choicesFor(ctx, account.siteId),
  };
}

/** The active named lists of the site and of its parent sites that the caller manages. */
async function choicesFor(ctx: SignedInContext, siteId: string): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select distinct on (site.path, list.name) list.site_id as "siteId", list.name, site.name as "siteName", list.currency
    from site here join price_list list on list.site_id = any(string_to_array(here.path, '/')::uuid[]) join site on site.id = list.site_id
    where here.id = ${siteId} and list.name <> '' and list.valid_from <= ${ctx.clock.now()} and ${isNotWithdrawn}
      and ${visibleTo(ctx, { owner: 'site.id', site: 'site.id' })}
    order by site.path desc, list.name, list.valid_from desc, list.version desc`.execute(ctx.db);
  return rows;
}

/**
 * Assigns a named list to the account, or null for its parent's or site's list. Existing resources
 * keep their price, and new or changed ones use the list. Throws `priceListCurrency`, and
 * `notFound` for an account or a list outside the caller's scope.
 */
export async function setAccountPrices(
  ctx: SignedInContext,
  userId: string,
  prices: Prices['given'],
): Promise<void> {
  const account = await findAccount(ctx, userId);
  const choices = await choicesFor(ctx, account.siteId);
  if (
    prices &&
    !choices.some(({ siteId, name }) => siteId === prices.siteId && name === prices.name)
  )
    throw userError('notFound', { what: 'price list', id: prices.name });
  await assignList(ctx, account, prices, 'list');
}

async function assignList(
  ctx: SignedInContext,
  account: Account,
  list: Prices['given'],
  key: string,
): Promise<void> {
  await lockCompanies(ctx);
  if (list) await checkCurrencyOfAssignment(ctx, account.id, list, key);
  // Serializes assignments to one account. The latest one applies.
  await sql`select from user_account where id = ${account.id} for no key update`.execute(ctx.db);
  const { rows: before } = await sql<{ siteId: string | null; name: string | null }>`
    select list_site_id as "siteId", list_name as name from price_list_grant where user_id = ${account.id} order by id desc limit 1`.execute(
    ctx.db,
  );
  await sql`
    insert into price_list_grant (user_id, list_site_id, list_name, granted_at, granted_by)
    values (${account.id}, ${list?.siteId ?? null}, ${list?.name ?? null}, ${ctx.clock.now()}, ${ctx.actor.userId})`.execute(
    ctx.db,
  );
  ctx.note({
    ...{ targetType: 'user', targetId: account.id },
    before: { priceList: before[0]?.name ? before[0] : null },
    after: { priceList: list },
  });
  await announce(ctx.db, {
    topic: 'price',
    id: account.id,
    siteId: account.siteId,
    ownerId: account.id,
  });
}

/**
 * Assigns a list by email address. Returns the account's ID. Throws `priceListOfSite` for a list
 * without a name, `priceListAccountUnknown`, `priceListCurrency`.
 */
export async function assignByEmail(
  ctx: SignedInContext,
  version: VersionRow,
  email: string,
): Promise<string> {
  if (version.name === '') throw userError('priceListOfSite');
  const { rows } = await sql<Account>`
    select account.id, account.site_id as "siteId", account.email
    from user_account account join site on site.id = account.site_id
    where account.email_key = ${emailKey(email)} and account.deleted_at is null and ${visible(ctx)}
      and ${version.siteId}::text = any(string_to_array(site.path, '/'))
    order by length(site.path) limit 1`.execute(ctx.db);
  const [account] = rows;
  if (!account) throw userError('priceListAccountUnknown', { email }, 'email');
  await assignList(ctx, account, { siteId: version.siteId, name: version.name }, 'email');
  return account.id;
}

/** The accounts whose latest assignment is this list. */
export async function listAccounts(
  ctx: SignedInContext,
  priceListId: string,
  query: ListRequest,
): Promise<AccountList> {
  const list = await findVersion(ctx, priceListId);
  interface Row {
    id: string;
    siteId: string;
    email: string;
    siteName: string;
    givenAt: Date;
    children: number;
  }
  return await readListPage<Row, AccountList['items'][number]>(
    ctx.db,
    {
      from: sql`(
          select distinct on (user_id) user_id, list_site_id, list_name, granted_at from price_list_grant order by user_id, id desc
        ) as given join user_account account on account.id = given.user_id join site on site.id = account.site_id`,
      columns: sql`account.id, account.site_id as "siteId", account.email, site.name as "siteName", given.granted_at as "givenAt",
        (select count(*) from user_account child where child.parent_id = account.id and child.deleted_at is null) as children`,
      where: [
        sql`given.list_site_id = ${list.siteId} and given.list_name = ${list.name} and account.deleted_at is null`,
        visible(ctx),
        ...(query.filter ? [sql`account.email ilike ${containing(query.filter)}`] : []),
      ],
      sorts: {
        email: { column: sql`account.email_key`, type: 'text' },
        givenAt: { column: sql`given.granted_at`, type: 'timestamptz' },
      },
      id: { column: sql`account.id`, type: 'uuid' },
      defaultSorting: 'email',
      map: ({ id, siteId, email, siteName, givenAt, children }) => ({
        id,
        siteId,
        email,
        siteName,
        givenAt: givenAt.toISOString(),
        children,
      }),
    },
    query,
  );
}
