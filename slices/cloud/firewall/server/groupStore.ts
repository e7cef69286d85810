import { type RawBuilder, sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import type { Db, Rule } from './tables.ts';

export interface GroupRow {
  id: string;
  name: string;
  description: string;
  ownerId: string;
  siteId: string;
  owner: string;
  rules: Rule[];
  draft: Rule[] | null;
  cards: number;
  createdAt: Date;
  changedAt: Date;
}

const nicCount = sql`(select count(*) from firewall_card_group used where used.group_id = g.id)`;
/** The owner may have moved to a site outside of the caller's scope. */
const ownerEmail = sql`coalesce(owner.email, account_email(g.owner_id))`;
const from = sql`firewall_group g left join user_account owner on owner.id = g.owner_id`;
const columns = sql`g.id, g.name, g.description, g.owner_id as "ownerId", g.site_id as "siteId", ${ownerEmail} as owner, g.rules, g.draft,
  ${nicCount} as cards, g.created_at as "createdAt", g.changed_at as "changedAt"`;

const visibleGroup = (ctx: Context): RawBuilder<boolean> =>
  visibleTo(ctx, { owner: 'g.owner_id', site: 'g.site_id' });

export async function readGroupPage<Item>(
  ctx: Context,
  query: ListRequest,
  map: (row: GroupRow) => Item,
): Promise<Page<Item>> {
  const where: RawBuilder<unknown>[] = [visibleGroup(ctx)];
  if (query.filter) {
    const pattern = containing(query.filter);
    where.push(
      sql`(g.name ilike ${pattern} or g.description ilike ${pattern} or ${ownerEmail} ilike ${pattern})`,
    );
  }
  return await readListPage<GroupRow, Item>(
    ctx.db,
    {
      ...{ from, columns, where },
      sorts: {
        name: { column: sql`g.name_key`, type: 'text' },
        changed: { column: sql`g.changed_at`, type: 'timestamptz' },
        cards: { column: nicCount, type: 'numeric' },
      },
      id: { column: sql`g.id`, type: 'uuid' },
      defaultSorting: 'name',
      map,
    },
    query,
    {},
  );
}

/** Throws `notFound` for a group that doesn't exist or belongs to someone else. */
export async function findGroup(ctx: Context, groupId: string): Promise<GroupRow> {
  const { rows } =
    await sql<GroupRow>`select ${columns} from ${from} where g.id = ${groupId} and ${visibleGroup(ctx)}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw userError('notFound', { what: 'firewall group', id: groupId });
  return rows[0];
}

/** Returns all groups of this owner, sorted by name. */
export async function ownerGroups(
  ctx: Db,
  ownerId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from firewall_group where owner_id = ${ownerId} order by name_key`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * Returns the interfaces that use the group, and whether drafts or rules reference it as their
 * remote host.
 */
export async function usesOf(
  ctx: Db,
  groupId: string,
): Promise<{ serverIds: string[]; isMentioned: boolean }> {
  const usages = await sql<{ serverId: string }>`
    select server_id as "serverId" from firewall_card_group join firewall_card using (nic_id) where group_id = ${groupId}`.execute(
    ctx.db,
  );
  const references = await sql`
    select from firewall_card where policy::text like ${`%${groupId}%`} or draft::text like ${`%${groupId}%`}
    union all select from firewall_group where id <> ${groupId} and (rules::text like ${`%${groupId}%`} or draft::text like ${`%${groupId}%`})
    limit 1`.execute(ctx.db);
  return {
    serverIds: usages.rows.map(({ serverId }) => serverId),
    isMentioned: references.rows.length > 0,
  };
}

export async function announceGroup(ctx: Db, groupId: string): Promise<void> {
  const { rows } = await sql<{ ownerId: string; siteId: string }>`
    select owner_id as "ownerId", site_id as "siteId" from firewall_group where id = ${groupId}`.execute(
    ctx.db,
  );
  if (rows[0]) await announce(ctx.db, { topic: 'firewall', id: groupId, ...rows[0] });
}
