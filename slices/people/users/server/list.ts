import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import type { accountState, userFilters, userItem, userSorts } from '../contract.ts';
import { reasonsFor } from './rules/actions.ts';
import { isRealUser, manageableSites, type UserRow, userColumns, viewerOf } from './store.ts';

export type UserItem = z.output<typeof userItem>;
export type UserListQuery = ListRequest & {
  [K in keyof typeof userFilters]?: z.output<(typeof userFilters)[K]>;
};

type SortName = (typeof userSorts)[number];
const sorts: Record<SortName, { column: RawBuilder<unknown>; type: 'text' | 'timestamptz' }> = {
  email: { column: sql`u.email_key`, type: 'text' },
  name: { column: sql`u.name_key`, type: 'text' },
  role: { column: sql`u.role`, type: 'text' },
  state: { column: sql`u.account_state`, type: 'text' },
  created: { column: sql`u.created_at`, type: 'timestamptz' },
  // Matches the index: users who never signed in sort as the oldest.
  lastLogin: {
    column: sql`coalesce(u.last_login_at, '-infinity'::timestamptz)`,
    type: 'timestamptz',
  },
};

/**
 * A page of the users that the caller manages. For a parent account, these are its sub-accounts
 * without itself.
 */
export async function listUsers(
  ctx: SignedInContext,
  query: UserListQuery,
): Promise<Page<UserItem> & { sites: { id: string; name: string }[] }> {
  const { role, state, enabled, site, parent } = query;
  const aux = Object.entries({ role, state, enabled, site, parent }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const sites = await manageableSites(ctx);
  const where = [isRealUser, visibleUsers(ctx, sites), ...conditionsOf(query)];
  const page = await readListPage<UserRow, UserItem>(
    ctx.db,
    {
      from: sql`user_account u`,
      columns: userColumns(ctx),
      where: await narrowByRareOwners(ctx, where),
      sorts,
      id: { column: sql`u.id`, type: 'uuid' },
      defaultSorting: 'email',
      ...(query.filter ? { idsFrom: sql`user_account u` } : {}),
      map: (row) => presentUser(ctx, row),
    },
    query,
    Object.fromEntries(aux),
  );
  return { ...page, sites: sites.map(({ id, name }) => ({ id, name })) };
}

/** With more matches than this, the next match is found quickly in any sort order. */
const smallListLimit = 3_000;

/**
 * Selects the matching rows by ID if there are few. Otherwise the database scans in the requested
 * order until it has a page of matches, which can be all users if the matches are at the end.
 */
async function narrowByRareOwners(
  ctx: SignedInContext,
  where: RawBuilder<unknown>[],
): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from user_account u where ${sql.join(where, sql` and `)} limit ${smallListLimit + 1}`.execute(
    ctx.db,
  );
  return rows.length > smallListLimit
    ? where
    : [sql`u.id = any(${rows.map(({ id }) => id)}::uuid[])`];
}

/**
 * The access filter of `reaches`, with explicit sites, so that the planner can estimate how few
 * rows match and read only those, instead of scanning all users in the requested order.
 */
function visibleUsers(
  { actor }: SignedInContext,
  sites: readonly { id: string }[],
): RawBuilder<unknown> {
  if (actor.role === 'root') return sql`true`;
  if (actor.role === 'siteAdmin') return sql`u.site_id = any(${sites.map(({ id }) => id)}::uuid[])`;
  return sql`u.parent_id = ${actor.userId}`;
}

function conditionsOf({
  filter,
  role,
  state,
  enabled,
  site,
  parent,
}: UserListQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter) conditions.push(sql`u.search_text like ${containing(filter.toLowerCase())}`);
  if (role) conditions.push(sql`u.role = ${role}`);
  if (state) conditions.push(sql`u.account_state = ${state}`);
  if (enabled) conditions.push(enabled === 'true' ? sql`u.is_enabled` : sql`not u.is_enabled`);
  if (site) conditions.push(sql`u.site_id = ${site}`);
  if (parent) conditions.push(sql`u.parent_id = ${parent}`);
  return conditions;
}

/** A row as the viewer sees it, with the viewer's allowed actions. */
export function presentUser(ctx: SignedInContext, row: UserRow): UserItem {
  return {
    ...{
      id: row.id,
      email: row.email,
      name: `${row.firstName} ${row.lastName}`.trim(),
      role: row.role,
    },
    state: row.state as z.output<typeof accountState>,
    ...{
      isEnabled: row.isEnabled,
      isLocked: row.isParentLocked,
      isWaiting: !row.hasPassword && row.lastLoginAt === null,
    },
    ...{
      isEmailValidated: row.isEmailValidated,
      usesTfa: row.usesTfa,
      siteId: row.siteId,
      site: row.site,
    },
    ...{
      parentId: row.parentId,
      parent: row.parent,
      children: row.children,
      createdAt: row.createdAt.toISOString(),
    },
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    actions: reasonsFor(viewerOf(ctx), row, ctx.language),
  };
}
