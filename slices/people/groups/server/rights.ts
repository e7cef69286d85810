import { sql } from 'kysely';
import type * as z from 'zod';
import type { ObjectType, Right } from '../../../../contract/access/rights.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import {
  findObjects,
  grantableKind,
  grantableKinds,
  type ObjectKind,
  objectKind,
  objectNames,
} from '../../../../server/platform/access/objects.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import type { rightItem } from '../contract.ts';
import { texts } from './messages.ts';
import {
  announceGroup,
  findGroup,
  type GroupRow,
  groupScope,
  lockGroupForUpdate,
} from './store.ts';
import { groupTables } from './tables.ts';

type Item = z.input<typeof rightItem>;
interface RightRow {
  id: string;
  type: ObjectType;
  objectId: string | null;
  right: Right;
  grantedAt: Date;
  grantedBy: string | null;
}

export async function listRights(
  ctx: SignedInContext,
  groupId: string,
): Promise<{ items: Item[] }> {
  const group = await findGroup(ctx, groupId);
  const { rows } = await sql<RightRow>`
    select r.id, r.object_type as type, r.object_id as "objectId", r.level as right, r.granted_at as "grantedAt", account_email(r.granted_by) as "grantedBy"
    from user_group_right r where r.group_id = ${groupId}
    order by r.object_type, r.object_id nulls first, r.id`.execute(ctx.db);
  const items: Item[] = [];
  for (const type of new Set(rows.map((row) => row.type))) {
    const rowsOfType = rows.filter((row) => row.type === type);
    const objects = await objectsWithRights(
      ctx,
      group,
      type,
      rowsOfType.flatMap(({ objectId }) => (objectId === null ? [] : [objectId])),
    );
    items.push(...rowsOfType.map((row) => describe(ctx, row, objects)));
  }
  return { items };
}

interface ObjectRights {
  names: ReadonlyMap<string, { name: string }>;
  inForce: ReadonlySet<string>;
}

/** The names of the objects, and which of them are still in the scope of the group's rights. */
async function objectsWithRights(
  ctx: SignedInContext,
  group: GroupRow,
  type: ObjectType,
  ids: readonly string[],
): Promise<ObjectRights> {
  const kind = grantableKind(ctx, type);
  if (!kind) return { names: new Map(), inForce: new Set() };
  const names = await objectNames(ctx, type, ids);
  const held = await findObjects(ctx, kind, { ground: scopeOf(group), ids, limit: ids.length });
  return { names, inForce: new Set(held.map(({ id }) => id)) };
}

const scopeOf = (group: GroupRow) => groupScope(group, sql`object.owner_id`, sql`object.site_id`);

function describe(
  ctx: SignedInContext,
  { grantedAt, ...row }: RightRow,
  { names, inForce }: ObjectRights,
): Item {
  const isDeleted = row.objectId !== null && !names.has(row.objectId);
  const hasOtherOwner = row.objectId !== null && !inForce.has(row.objectId);
  // Names of resources that now belong to other users aren't disclosed.
  const objectName =
    row.objectId === null || hasOtherOwner ? null : (names.get(row.objectId)?.name ?? null);
  return {
    ...row,
    typeTitle: objectKind(ctx, row.type)?.title[ctx.language] ?? row.type,
    objectName,
    grantedAt: grantedAt.toISOString(),
    grantedBy: row.grantedBy ?? '',
    problem: isDeleted
      ? texts.objectGone[ctx.language]
      : hasOtherOwner
        ? texts.objectElsewhere[ctx.language]
        : null,
  };
}

function kindOf(ctx: Pick<Context, 'services'>, type: ObjectType): ObjectKind {
  const kind = grantableKind(ctx, type);
  if (kind) return kind;
  const validTypes = grantableKinds(ctx).map((candidate) => candidate.type);
  throw userError(
    'grantRefused',
    { problem: texts.typeUnknown(type, validTypes.join(', ')) },
    'type',
  );
}

/** Throws `grantRefused` for a type that has no objects yet. */
export async function listObjects(
  ctx: SignedInContext,
  groupId: string,
  query: { type: ObjectType; filter?: string | undefined },
) {
  const group = await findGroup(ctx, groupId);
  const found = await findObjects(ctx, kindOf(ctx, query.type), {
    ground: scopeOf(group),
    filter: query.filter,
    limit: 20,
  });
  return { items: found.map(({ id, name, owner }) => ({ id, name, owner })) };
}

/**
 * Grants the right on each of the objects, or on all objects of the type. Limited to rights the
 * user has directly and not through a group, and to the scope of the group. Throws `grantRefused`,
 * without granting anything.
 */
export async function grantRight(
  ctx: SignedInContext,
  groupId: string,
  {
    type,
    objectIds,
    right,
  }: { type: ObjectType; objectIds?: readonly string[] | undefined; right: Right },
): Promise<void> {
  const group = await lockGroupForUpdate(ctx, groupId);
  const kind = kindOf(ctx, type);
  const uniqueIds = [...new Set(objectIds ?? [])];
  const found = objectIds
    ? await findObjects(ctx, kind, {
        ground: scopeOf(group),
        ids: uniqueIds,
        limit: uniqueIds.length,
      })
    : [];
  const notOwned = uniqueIds.find((objectId) => !found.some(({ id }) => id === objectId));
  if (notOwned !== undefined) {
    const problem = texts[group.ownerId === null ? 'objectNotOfSite' : 'objectNotOwned'](notOwned);
    throw userError('grantRefused', { problem }, 'objectIds');
  }
  const targets = objectIds
    ? found.map(({ id, name }) => ({ id, name }))
    : [{ id: null, name: '*' }];
  await groupTables(ctx)
    .insertInto('user_group_right')
    .values(
      targets.map(({ id }) => ({
        group_id: groupId,
        object_type: type,
        object_id: id,
        level: right,
        granted_by: ctx.actor.userId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['group_id', 'object_type', 'object_id'])
        .doUpdateSet({ level: right, granted_by: ctx.actor.userId, granted_at: ctx.clock.now() }),
    )
    .execute();
  for (const { id, name } of targets)
    ctx.note({
      targetType: 'group',
      targetId: groupId,
      after: { type, objectId: id, object: name, right },
    });
  await announceGroup(ctx, group);
}

export async function updateRight(
  ctx: SignedInContext,
  groupId: string,
  rightId: string,
  right: Right,
): Promise<void> {
  const group = await lockGroupForUpdate(ctx, groupId);
  const before = await rightOf(ctx, groupId, rightId);
  await groupTables(ctx)
    .updateTable('user_group_right')
    .set({ level: right, granted_by: ctx.actor.userId, granted_at: ctx.clock.now() })
    .where('id', '=', rightId)
    .execute();
  ctx.note({ targetType: 'group', targetId: groupId, before, after: { ...before, right } });
  await announceGroup(ctx, group);
}

export async function revokeRight(
  ctx: SignedInContext,
  groupId: string,
  rightId: string,
): Promise<void> {
  const group = await lockGroupForUpdate(ctx, groupId);
  const before = await rightOf(ctx, groupId, rightId);
  await groupTables(ctx).deleteFrom('user_group_right').where('id', '=', rightId).execute();
  ctx.note({ targetType: 'group', targetId: groupId, before });
  await announceGroup(ctx, group);
}

async function rightOf(ctx: SignedInContext, groupId: string, rightId: string) {
  const row = await groupTables(ctx)
    .selectFrom('user_group_right')
    .select(['object_type as type', 'object_id as objectId', 'level as right'])
    .where('group_id', '=', groupId)
    .where('id', '=', rightId)
    .executeTakeFirst();
  if (!row) throw userError('notFound', { what: 'right', id: rightId });
  return row;
}
