import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import type { memberItem } from '../contract.ts';
import { texts } from './messages.ts';
import { announceGroup, findGroup, type GroupRow, lockGroupForUpdate } from './store.ts';
import { groupTables } from './tables.ts';

type Member = z.input<typeof memberItem>;
type MemberRow = Omit<Member, 'addedAt' | 'problem'> & { addedAt: Date; belongs: boolean };

const fullName = sql`trim(u.first_name || ' ' || u.last_name)`;

/**
 * Whether the account can be a member: a sub-account of the group's parent account, or an account
 * on its site or sub-sites.
 */
const canBeMember = ({ ownerId, sitePath }: GroupRow): RawBuilder<boolean> =>
  ownerId === null
    ? sql<boolean>`u.site_id in (select id from site where path = ${sitePath} or path like ${`${sitePath}/%`})`
    : sql<boolean>`coalesce(u.parent_id = ${ownerId}, false)`;

export async function listMembers(
  ctx: SignedInContext,
  groupId: string,
  query: ListRequest,
): Promise<Page<Member>> {
  const group = await findGroup(ctx, groupId);
  const where: RawBuilder<unknown>[] = [sql`m.group_id = ${groupId}`];
  if (query.filter) {
    const pattern = containing(query.filter);
    where.push(sql`(u.email ilike ${pattern} or ${fullName} ilike ${pattern})`);
  }
  const problem = (row: MemberRow): string | null => {
    if (!row.belongs)
      return texts[group.ownerId === null ? 'memberOfOtherSite' : 'memberNoChild'][ctx.language];
    return row.isEnabled ? null : texts.memberDisabled[ctx.language];
  };
  return await readListPage<MemberRow, Member>(
    portalDb(ctx, 'members who moved away are listed until they are removed'),
    {
      from: sql`user_group_member m join user_account u on u.id = m.user_id join site on site.id = u.site_id`,
      columns: sql`u.id, u.email, ${fullName} as name, site.name as site, u.is_enabled and u.deleted_at is null as "isEnabled", m.added_at as "addedAt", ${canBeMember(group)} as belongs`,
      where,
      sorts: {
        email: { column: sql`u.email_key`, type: 'text' },
        added: { column: sql`m.added_at`, type: 'timestamptz' },
      },
      id: { column: sql`u.id`, type: 'uuid' },
      defaultSorting: 'email',
      map: (row) => {
        const { id, email, name, site, isEnabled, addedAt } = row;
        return {
          id,
          email,
          name,
          site,
          isEnabled,
          addedAt: addedAt.toISOString(),
          problem: problem(row),
        };
      },
    },
    query,
  );
}

interface Candidate {
  id: string;
  email: string;
  name: string;
}

/**
 * Accounts that can become members, limited to those in the scope of the group's managers.
 * Administrators have access to everything without a group.
 */
const eligibleUsers = (group: GroupRow) =>
  sql`u.deleted_at is null and u.role in ('user', 'billingAdmin') and ${canBeMember(group)}`;

export async function listCandidates(
  ctx: SignedInContext,
  groupId: string,
  filter = '',
): Promise<{ items: Candidate[] }> {
  const group = await findGroup(ctx, groupId);
  const pattern = containing(filter);
  const { rows } = await sql<Candidate>`
    select u.id, u.email, ${fullName} as name from user_account u
    where ${eligibleUsers(group)} and (u.email ilike ${pattern} or ${fullName} ilike ${pattern})
      and not exists (select from user_group_member m where m.group_id = ${groupId} and m.user_id = u.id)
    order by u.email_key limit 20`.execute(ctx.db);
  return { items: rows };
}

/**
 * Throws `groupMemberRefused` with the first account that isn't eligible. In this case, none is
 * added.
 */
export async function addMembers(
  ctx: SignedInContext,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  const group = await lockGroupForUpdate(ctx, groupId);
  const uniqueIds = [...new Set(userIds)];
  const { rows: found } = await sql<{ id: string; email: string }>`
    select u.id, u.email from user_account u where u.id = any(${uniqueIds}::uuid[]) and ${eligibleUsers(group)}`.execute(
    ctx.db,
  );
  const unknownId = uniqueIds.find((userId) => !found.some(({ id }) => id === userId));
  if (unknownId !== undefined) {
    const problem = texts[group.ownerId === null ? 'memberOfOtherSite' : 'memberNoChild'];
    throw userError('groupMemberRefused', { user: unknownId, problem }, 'userIds');
  }
  await groupTables(ctx)
    .insertInto('user_group_member')
    .values(
      uniqueIds.map((userId) => ({
        group_id: groupId,
        user_id: userId,
        added_by: ctx.actor.userId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const { id, email } of found)
    ctx.note({ targetType: 'group', targetId: groupId, after: { member: email, memberId: id } });
  await announceGroup(ctx, group);
}

export async function removeMember(
  ctx: SignedInContext,
  groupId: string,
  userId: string,
): Promise<void> {
  const group = await lockGroupForUpdate(ctx, groupId);
  const { rows } = await sql<{ email: string }>`
    delete from user_group_member m using user_account u where m.group_id = ${groupId} and m.user_id = ${userId} and u.id = m.user_id
    returning u.email`.execute(portalDb(ctx, 'members who moved away can be removed'));
  if (!rows[0]) throw userError('notFound', { what: 'member', id: userId });
  ctx.note({
    targetType: 'group',
    targetId: groupId,
    before: { member: rows[0].email, memberId: userId },
  });
  await announceGroup(ctx, group);
}
