import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { grantableKinds } from '../../../../server/platform/access/objects.ts';
import { requireUnlockedActor, scopeOf } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { groupDetail, groupItem } from '../contract.ts';
import { announceGroup, findGroup, type GroupRow, lockGroupForUpdate } from './store.ts';
import { groupTables } from './tables.ts';

export const describeGroup = (group: GroupRow): z.input<typeof groupItem> => {
  const { id, siteId, site, name, description, ownerId, owner, members, rights, createdAt } = group;
  return {
    id,
    siteId,
    site,
    name,
    description,
    ownerId,
    owner,
    members,
    rights,
    createdAt: createdAt.toISOString(),
  };
};

export async function readGroup(
  ctx: SignedInContext,
  groupId: string,
): Promise<z.input<typeof groupDetail>> {
  const types = grantableKinds(ctx).map(({ type, title }) => ({
    type,
    title: title[ctx.language],
  }));
  return { ...describeGroup(await findGroup(ctx, groupId)), types };
}

/** Throws `groupNameTaken`, `groupNotForChild`, `lockedByParent`. */
export async function createGroup(
  ctx: SignedInContext,
  input: { name: string; description?: string | undefined; siteId?: string | undefined },
): Promise<{ id: string; siteId: string }> {
  await requireUnlockedActor(ctx);
  const { siteId, ownerId } = await siteOfGroup(ctx, input.siteId);
  const description = input.description ?? '';
  const { id } = await withFreeName(input.name, () =>
    groupTables(ctx)
      .insertInto('user_group')
      .values({
        site_id: siteId,
        owner_id: ownerId,
        name: input.name,
        description,
        created_by: ctx.actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  ctx.note({ targetType: 'group', targetId: id, after: { name: input.name, description } });
  await announceGroup(ctx, { id, siteId, ownerId });
  return { id, siteId };
}

/**
 * The owner of a new group. Administrators create groups of their sites. All other users create
 * groups for their own sub-accounts.
 */
async function siteOfGroup(
  ctx: SignedInContext,
  siteId = ctx.actor.siteId,
): Promise<{ siteId: string; ownerId: string | null }> {
  const scope = scopeOf(ctx.actor);
  if (scope.kind === 'own') {
    if (ctx.actor.parentId !== null) throw userError('groupNotForChild');
    if (siteId !== ctx.actor.siteId) throw userError('notFound', { what: 'site', id: siteId });
    return { siteId, ownerId: scope.userId };
  }
  const site = await ctx.db
    .selectFrom('site')
    .select('path')
    .where('id', '=', siteId)
    .executeTakeFirst();
  const isVisible =
    scope.kind === 'all' ||
    site?.path === scope.sitePath ||
    site?.path.startsWith(`${scope.sitePath}/`);
  if (!site || !isVisible) throw userError('notFound', { what: 'site', id: siteId });
  return { siteId, ownerId: null };
}

/** Throws `groupNameTaken`. */
export async function updateGroup(
  ctx: SignedInContext,
  groupId: string,
  to: { name: string; description: string },
): Promise<void> {
  const group = await lockGroupForUpdate(ctx, groupId);
  await withFreeName(to.name, () =>
    groupTables(ctx).updateTable('user_group').set(to).where('id', '=', groupId).execute(),
  );
  const { name, description } = group;
  ctx.note({ targetType: 'group', targetId: groupId, before: { name, description }, after: to });
  await announceGroup(ctx, group);
}

export async function deleteGroup(ctx: SignedInContext, groupId: string): Promise<void> {
  const group = await lockGroupForUpdate(ctx, groupId);
  const { name, members, rights } = group;
  await groupTables(ctx).deleteFrom('user_group').where('id', '=', groupId).execute();
  ctx.note({ targetType: 'group', targetId: groupId, before: { name, members, rights } });
  await announceGroup(ctx, group);
}

async function withFreeName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'user_group_name')
      throw userError('groupNameTaken', { name }, 'name');
    throw error;
  }
}
