import { type RawBuilder, sql } from 'kysely';
import {
  isReadPermission,
  type Permission,
  roleHas,
} from '../../../contract/access/permissions.ts';
import { type ObjectType, type RequiredRight, rankOf } from '../../../contract/access/rights.ts';
import type { Role } from '../../../contract/access/roles.ts';
import { userError } from '../../../contract/errors/errors.ts';
import type { Actor, Context } from '../context.ts';
import type { ReachGrant } from './objectAccess.ts';
import { type OwnerRestriction, ownerRestriction } from './restriction.ts';

/** The rows that a role has access to, regardless of its permissions on them. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'tree'; sitePath: string }
  | { kind: 'own'; userId: string };

export function scopeOf(actor: Actor): Scope {
  if (actor.role === 'root') return { kind: 'all' };
  if (actor.role === 'siteAdmin') return { kind: 'tree', sitePath: actor.sitePath };
  return { kind: 'own', userId: actor.userId };
}

/**
 * The columns that identify the owner of a query's rows. The names come from the query
 * (`server.owner_id`), never from user input.
 */
export interface Columns {
  owner: string;
  site: string;
  /** The object that the row represents or refers to, if groups can grant rights on it. */
  object?: ObjectColumns;
}

export interface ObjectColumns {
  type: ObjectType;
  /** The column with the ID, a UUID. */
  id: string;
  /**
   * The ID is a text column, and only rows that match this condition refer to an object of the
   * type.
   */
  textWhere?: RawBuilder<unknown>;
}

/** Why a row is accessible. */
export type AccessRule = 'root' | 'siteTree' | 'owner' | 'parent' | 'groupRight';

/**
 * SQL for whether the site isn't a sandbox, because administrators don't see sandboxes. Evaluated
 * once per statement.
 */
export const outsideSandbox = (site: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${site} <> all(array(select id from site where is_sandbox)), true)`;

const isFalse = sql<boolean>`false`;

/** One way to access rows: a rule and the rows it covers. */
interface AccessPart {
  rule: AccessRule;
  /** The owners whose rows are covered. Only these conditions are merged for the planner. */
  ownerIds?: readonly string[];
  /** All other conditions. */
  condition?: RawBuilder<boolean>;
}

/**
 * Returns the rules that give the actor access to rows, each with its condition. One matching rule
 * is enough. Rules that cover no rows are omitted. The access filter and the explainer are built
 * from the same parts.
 */
export function accessRules(
  actor: Actor,
  columns: Columns,
  requiredRight: RequiredRight = 'view',
): { rule: AccessRule; condition: RawBuilder<boolean> }[] {
  return partsOf(actor, columns, requiredRight).map((part) => ({
    rule: part.rule,
    condition: withinKey(actor, columns, conditionOf(part, columns)),
  }));
}

/** Limits an access key that is bound to servers to rows about those servers. */
function withinKey(
  actor: Actor,
  columns: Columns,
  condition: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const boundServerIds = actor.key?.serverIds;
  return boundServerIds
    ? sql<boolean>`(${isServerAmong(boundServerIds, columns.object)} and ${condition})`
    : condition;
}

function isServerAmong(
  serverIds: readonly string[],
  object: ObjectColumns | undefined,
): RawBuilder<boolean> {
  if (object?.type !== 'ot.server') return isFalse;
  const id = sql.ref(object.id);
  if (!object.textWhere) return sql<boolean>`${id} = any(${[...serverIds]}::uuid[])`;
  return sql<boolean>`(${object.textWhere} and ${id} = any(${[...serverIds]}::text[]))`;
}

/** Sorted so that the rule with the most matches comes first. */
function partsOf(
  { userId, reach }: Actor,
  columns: Columns,
  requiredRight: RequiredRight,
): AccessPart[] {
  if (reach.kind === 'all')
    return [{ rule: 'root', condition: outsideSandbox(sql.ref(columns.site)) }];
  if (reach.kind === 'sites')
    return [{ rule: 'siteTree', condition: isAmong(columns.site, reach.siteIds) }];
  const parts: AccessPart[] = [{ rule: 'owner', ownerIds: [userId] }];
  if (reach.subAccountIds.length > 0) parts.push({ rule: 'parent', ownerIds: reach.subAccountIds });
  if (!columns.object || requiredRight === 'own') return parts;
  return [
    ...parts,
    ...grantConditions(
      grantsFrom(reach.grants, columns.object.type, rankOf(requiredRight)),
      columns,
      columns.object,
    ),
  ];
}

const grantsFrom = (grants: readonly ReachGrant[], type: ObjectType, rank: number): ReachGrant[] =>
  grants.filter((grant) => grant.type === type && grant.rank >= rank);

function grantConditions(
  grants: readonly ReachGrant[],
  columns: Columns,
  object: ObjectColumns,
): AccessPart[] {
  const wholeGrants = grants.filter(({ isWhole }) => isWhole);
  const ownerIds = wholeGrants.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId]));
  const siteIds = wholeGrants.flatMap((grant) => grant.siteIds);
  const scoped = (condition: RawBuilder<boolean>) =>
    object.textWhere ? sql<boolean>`(${object.textWhere} and ${condition})` : condition;
  const parts: AccessPart[] = [];
  if (ownerIds.length > 0 && !object.textWhere) parts.push({ rule: 'groupRight', ownerIds });
  if (ownerIds.length > 0 && object.textWhere)
    parts.push({ rule: 'groupRight', condition: scoped(isAmong(columns.owner, ownerIds)) });
  if (siteIds.length > 0)
    parts.push({ rule: 'groupRight', condition: scoped(isAmong(columns.site, siteIds)) });
  const single = grants.filter(({ objectIds }) => objectIds.length > 0);
  return [
    ...parts,
    ...single.map((grant) => ({
      rule: 'groupRight' as const,
      condition: scoped(isIndividuallyGranted(grant, columns, object)),
    })),
  ];
}

/** A grant on a single object no longer applies once the object has left the scope of the group. */
function isIndividuallyGranted(
  { objectIds, ownerId, siteIds }: ReachGrant,
  columns: Columns,
  object: ObjectColumns,
): RawBuilder<boolean> {
  const id = sql.ref(object.id);
  const matchesObject = object.textWhere
    ? sql`${id} = any(${[...objectIds]}::text[])`
    : sql`${id} = any(${[...objectIds]}::uuid[])`;
  const matchesScope =
    ownerId === null ? isAmong(columns.site, siteIds) : isAmong(columns.owner, [ownerId]);
  return sql<boolean>`(${matchesObject} and ${matchesScope})`;
}

/**
 * Uses an equality for a single ID, so that an index starting with the column also provides the
 * sort order.
 */
function isAmong(column: string, ids: readonly string[]): RawBuilder<boolean> {
  const distinct = [...new Set(ids)];
  return distinct.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${distinct[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${distinct}::uuid[])`;
}

const conditionOf = ({ ownerIds, condition }: AccessPart, columns: Columns): RawBuilder<boolean> =>
  condition ?? isAmong(columns.owner, ownerIds ?? []);

const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 1
    ? (conditions[0] as RawBuilder<boolean>)
    : sql<boolean>`(${sql.join([...conditions], sql` or `)})`;

/**
 * SQL for whether one of the parts covers the row. All owners are in one condition, so that the
 * planner uses a single index scan.
 */
function isCovered(
  actor: Actor,
  columns: Columns,
  requiredRight: RequiredRight,
): RawBuilder<boolean> {
  const parts = partsOf(actor, columns, requiredRight);
  const owners = parts.flatMap(({ ownerIds }) => ownerIds ?? []);
  const others = parts.flatMap(({ condition }) => (condition ? [condition] : []));
  return withinKey(
    actor,
    columns,
    anyOf([...(owners.length > 0 ? [isAmong(columns.owner, owners)] : []), ...others]),
  );
}

/** SQL for the level that groups grant on the row, from 0 (none) to 4. */
function grantedRank({ reach }: Actor, columns: Columns): RawBuilder<number> {
  const { object } = columns;
  if (reach.kind !== 'accounts' || !object) return sql<number>`0`;
  const ranks = [4, 3, 2, 1].flatMap((rank) => {
    const parts = grantConditions(
      reach.grants.filter((grant) => grant.type === object.type && grant.rank === rank),
      columns,
      object,
    );
    return parts.length > 0
      ? [sql`when ${anyOf(parts.map((part) => conditionOf(part, columns)))} then ${sql.lit(rank)}`]
      : [];
  });
  return ranks.length > 0
    ? sql<number>`case ${sql.join(ranks, sql` `)} else 0 end`
    : sql<number>`0`;
}

/**
 * The access filter of every store query: true for rows on which the actor has the needed right, by
 * default `view`. A parent account has access to its sub-accounts' resources. A sub-account locked
 * by its parent can only view.
 */
export function visibleTo(
  ctx: Pick<Context, 'actor'>,
  columns: Columns,
  requiredRight: RequiredRight = 'view',
): RawBuilder<boolean> {
  if (!ctx.actor) return isFalse;
  const isVisible = isCovered(ctx.actor, columns, requiredRight);
  if (!isBlockedByLock(requiredRight) || scopeOf(ctx.actor).kind !== 'own') return isVisible;
  return sql<boolean>`(${isVisible} and not ${isLocked(ctx.actor)} and ${restrictionOn(ctx.actor, columns)} is null)`;
}

/** Whether a lock by the parent account blocks the right. Viewing and paying remain possible. */
export const isBlockedByLock = (requiredRight: RequiredRight): boolean =>
  requiredRight !== 'view' && requiredRight !== 'own';

const isLocked = (actor: Actor): RawBuilder<boolean> =>
  actor.parentId === null
    ? isFalse
    : sql<boolean>`coalesce((select is_parent_locked and parent_id is not null from user_account where id = ${actor.userId}), false)`;

const restrictionOn = (actor: Actor, { owner }: Columns): RawBuilder<OwnerRestriction | null> =>
  actor.isForPortal ? sql<null>`null::text` : ownerRestriction(owner, actor.userId);

/** The actor's rights on a row that it has access to. */
export interface EffectiveRights {
  /** The highest right, from 1 (view) to 4 (terminate). */
  rank: number;
  /**
   * Whether access comes from a role, ownership, or a parent account, and not only from a group.
   */
  isOwn: boolean;
  /** Locked by its parent account: read-only. */
  isLocked: boolean;
  /** The state that blocks changes for everyone except administrators. */
  restriction: OwnerRestriction | null;
}

/** The columns of `EffectiveRights`, for the select list of a query that also uses `visibleTo`. */
export function effectiveRights(
  { actor }: Pick<Context, 'actor'>,
  columns: Columns,
): RawBuilder<EffectiveRights> {
  if (!actor)
    return sql<EffectiveRights>`0 as "rank", false as "isOwn", false as "isLocked", null as "restriction"`;
  if (scopeOf(actor).kind !== 'own')
    return sql<EffectiveRights>`4 as "rank", true as "isOwn", false as "isLocked", null as "restriction"`;
  const isOwn = isCovered(actor, columns, 'own');
  return sql<EffectiveRights>`case when ${isOwn} then 4 else ${grantedRank(actor, columns)} end as "rank", ${isOwn} as "isOwn", ${isLocked(actor)} as "isLocked",
    ${restrictionOn(actor, columns)} as "restriction"`;
}

/**
 * Why the actor can't make a change to the row that requires this right. Null if it can. Consistent
 * with `visibleTo` for that right.
 */
export function denialReasonFor(
  row: EffectiveRights,
  requiredRight: RequiredRight,
): 'lockedByParent' | 'rightMissing' | OwnerRestriction | null {
  return (
    rightsDenialReason(row, requiredRight) ?? (requiredRight === 'view' ? null : row.restriction)
  );
}

/** The same for read-only calls, which remain possible in any state of the owner. */
export function rightsDenialReason(
  { rank, isOwn, isLocked: isLockedNow }: EffectiveRights,
  requiredRight: RequiredRight,
): 'lockedByParent' | 'rightMissing' | null {
  if (isLockedNow && isBlockedByLock(requiredRight)) return 'lockedByParent';
  const isSufficient = requiredRight === 'own' ? isOwn : rank >= rankOf(requiredRight);
  return isSufficient ? null : 'rightMissing';
}

/**
 * Throws `lockedByParent`, `rightMissing`, `ownerSuspended`, or `ownerNeedsBilling` if the actor
 * can't change a row that is visible to it.
 */
export function requireRight(
  row: EffectiveRights,
  requiredRight: RequiredRight,
  name: string,
): void {
  const denialReason = denialReasonFor(row, requiredRight);
  if (denialReason) throw userError(denialReason, { right: requiredRight, name });
}

/** Throws `lockedByParent` or `rightMissing` if the actor can't read the row in the needed way. */
export function requireReadRight(
  row: EffectiveRights,
  requiredRight: RequiredRight,
  name: string,
): void {
  const denialReason = rightsDenialReason(row, requiredRight);
  if (denialReason) throw userError(denialReason, { right: requiredRight, name });
}

/**
 * Throws `lockedByParent` if the actor is locked. For creating objects, when there is no row to
 * check yet.
 */
export async function requireUnlockedActor(ctx: Pick<Context, 'actor' | 'db'>): Promise<void> {
  if (!ctx.actor) return;
  const { rows } = await sql<{
    isLocked: boolean;
  }>`select ${isLocked(ctx.actor)} as "isLocked"`.execute(ctx.db);
  if (rows[0]?.isLocked) throw userError('lockedByParent');
}

/** Whether the actor has the permission, regardless of the object. */
export function hasPermission(ctx: Pick<Context, 'actor'>, permission: Permission): boolean {
  return (
    ctx.actor !== null &&
    roleHas(ctx.actor.role, permission) &&
    (ctx.actor.key?.scopes.has(permission) ?? true)
  );
}

/**
 * Why the actor lacks a permission, regardless of the object. Null if granted. Checked on every
 * call.
 */
export function permissionDenialReason(
  user: { role: Role; isLocked: boolean },
  permission: Permission,
): 'notAllowed' | 'lockedByParent' | null {
  if (!roleHas(user.role, permission)) return 'notAllowed';
  return user.isLocked && !isReadPermission(permission) ? 'lockedByParent' : null;
}

/**
 * Throws `notAllowed` with the name of the permission, `lockedByParent`, or `keyScopeMissing`. The
 * portal's own work (no actor) needs no permission.
 */
export function requirePermission({ actor }: Pick<Context, 'actor'>, permission: Permission): void {
  if (!actor) return;
  if (actor.key && !actor.key.scopes.has(permission))
    throw userError('keyScopeMissing', { key: actor.key.clientId, permission });
  const isLockedNow = actor.parentId !== null && (actor.session?.isLocked ?? false);
  const denialReason = permissionDenialReason(
    { role: actor.role, isLocked: isLockedNow },
    permission,
  );
  if (denialReason) throw userError(denialReason, { permission });
}
