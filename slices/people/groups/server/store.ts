import { type RawBuilder, sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { requireUnlockedActor, visibleTo } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';

export interface GroupRow {
  id: string;
  siteId: string;
  site: string;
  sitePath: string;
  name: string;
  description: string;
  ownerId: string | null;
  owner: string | null;
  members: number;
  rights: number;
  createdAt: Date;
}

/** The owner may have been moved to a site outside the caller's scope. */
const ownerEmail = sql`coalesce(owner.email, account_email(g.owner_id))`;
const from = sql`user_group g join site on site.id = g.site_id left join user_account owner on owner.id = g.owner_id`;
const members = sql`(select count(*) from user_group_member m where m.group_id = g.id)`;
const rights = sql`(select count(*) from user_group_right r where r.group_id = g.id)`;
const columns = sql`
  g.id, g.site_id as "siteId", site.name as site, site.path as "sitePath", g.name, g.description, g.owner_id as "ownerId", ${ownerEmail} as owner,
  ${members} as members, ${rights} as rights, g.created_at as "createdAt"`;

/** The groups of an administrator's sites, or those of a parent account for its sub-accounts. */
const visibleGroup = (ctx: Context): RawBuilder<boolean> =>
  visibleTo(ctx, { owner: 'g.owner_id', site: 'g.site_id' });

export async function readGroups<Item>(
  ctx: Context,
  query: ListRequest & { siteId?: string | undefined },
  map: (row: GroupRow) => Item,
): Promise<Page<Item>> {
  const where: RawBuilder<unknown>[] = [visibleGroup(ctx)];
  if (query.filter) {
    const pattern = containing(query.filter);
    where.push(
      sql`(g.name ilike ${pattern} or g.description ilike ${pattern} or ${ownerEmail} ilike ${pattern})`,
    );
  }
  if (query.siteId) where.push(sql`g.site_id = ${query.siteId}`);
  return await readListPage<GroupRow, Item>(
    ctx.db,
    {
      ...{ from, columns, where },
      sorts: {
        name: { column: sql`g.name_key`, type: 'text' },
        created: { column: sql`g.created_at`, type: 'timestamptz' },
        members: { column: members, type: 'numeric' },
        rights: { column: rights, type: 'numeric' },
      },
      id: { column: sql`g.id`, type: 'uuid' },
      defaultSorting: 'name',
      map,
    },
    query,
    query.siteId ? { siteId: query.siteId } : {},
  );
}

/** A group that the caller manages. Throws `notFound` for other groups, as for nonexistent ones. */
export async function findGroup(ctx: Context, groupId: string): Promise<GroupRow> {
  const { rows } =
    await sql<GroupRow>`select ${columns} from ${from} where g.id = ${groupId} and ${visibleGroup(ctx)}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw userError('notFound', { what: 'group', id: groupId });
  return rows[0];
}

/**
 * Like `findGroup`, but locks the group so that changes are serialized. Throws `lockedByParent`.
 */
export async function lockGroupForUpdate(ctx: SignedInContext, groupId: string): Promise<GroupRow> {
  await sql`select from user_group where id = ${groupId} for update`.execute(ctx.db);
  const group = await findGroup(ctx, groupId);
  ctx.note({ targetType: 'group', targetId: groupId });
  await requireUnlockedActor(ctx);
  return group;
}

/**
 * Notifies administrators, the owner, and open screens of the members, whose access may have
 * changed.
 */
export async function announceGroup(
  ctx: Context,
  { id, siteId, ownerId }: Pick<GroupRow, 'id' | 'siteId' | 'ownerId'>,
): Promise<void> {
  await announce(ctx.db, { topic: 'group', id, siteId, ...(ownerId ? { ownerId } : {}) });
}

/**
 * The scope of the group's rights: resources owned by its parent account, or those of its site and
 * sub-sites.
 */
export function groupScope(
  { ownerId, sitePath }: GroupRow,
  owner: RawBuilder<unknown>,
  site: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (ownerId !== null) return sql<boolean>`${owner} = ${ownerId}`;
  return sql<boolean>`${site} in (select id from site where path = ${sitePath} or path like ${`${sitePath}/%`})`;
}
