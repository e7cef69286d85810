import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import { holds, type Permission, type Role } from '../../../contract/permissions.ts';
import { isReading, type Needed, type ObjectType, rankOf } from '../../../contract/rights.ts';
import type { Actor, Context } from '../context.ts';
import { type OwnerClosure, ownerClosure } from './closure.ts';

/** Which rows a role reaches, whatever it may do with them. */
export type Scope = { kind: 'all' } | { kind: 'tree'; sitePath: string } | { kind: 'own'; userId: string };

export function scopeOf(actor: Actor): Scope {
  if (actor.role === 'root') return { kind: 'all' };
  if (actor.role === 'siteAdmin') return { kind: 'tree', sitePath: actor.sitePath };
  return { kind: 'own', userId: actor.userId };
}

/** Where a query's rows say whose they are. The names are the query's own (`server.owner_id`), never from outside. */
export interface Columns {
  owner: string;
  site: string;
  /** What the row is, or is about, when groups may grant rights on it. */
  object?: ObjectColumns;
}

export interface ObjectColumns {
  type: ObjectType;
  /** Its id, a uuid. */
  id: string;
  /** The id is written as text, and only the rows where this holds are about an object of the type. */
  textWhere?: RawBuilder<unknown>;
}

/** Why a row is within reach. */
export type ReachRule = 'root' | 'siteTree' | 'owner' | 'parent' | 'groupRight';

/** Not of a sandbox, which administrators do not see; asked of the database once a statement. */
export const outsideSandbox = (site: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${site} <> all(array(select id from site where is_sandbox)), true)`;

const isFalse = sql<boolean>`false`;

/**
 * The rules by which the actor reaches rows, each with its condition; one that holds is enough. Both the wall and the explainer
 * are made of these. What is asked of the database apart from the row is asked once a statement, and by functions that keep
 * their plan (`0011_groups.sql`).
 */
export function reachRules(actor: Actor, columns: Columns, needed: Needed = 'view'): { rule: ReachRule; condition: RawBuilder<boolean> }[] {
  const bound = actor.key?.serverIds;
  if (!bound) return rulesOf(actor, columns, needed);
  const isBound = isServerAmong(bound, columns.object);
  return rulesOf(actor, columns, needed).map(({ rule, condition }) => ({ rule, condition: sql<boolean>`(${isBound} and ${condition})` }));
}

/** What a key that is bound to servers reaches: rows about them, within what its owner reaches. */
function isServerAmong(serverIds: readonly string[], object: ObjectColumns | undefined): RawBuilder<boolean> {
  if (object?.type !== 'ot.server') return isFalse;
  const id = sql.ref(object.id);
  if (!object.textWhere) return sql<boolean>`${id} = any(${[...serverIds]}::uuid[])`;
  return sql<boolean>`(${object.textWhere} and ${id} = any(${[...serverIds]}::text[]))`;
}

function rulesOf(actor: Actor, columns: Columns, needed: Needed): { rule: ReachRule; condition: RawBuilder<boolean> }[] {
  const owner = sql.ref(columns.owner);
  const site = sql.ref(columns.site);
  const scope = scopeOf(actor);
  if (scope.kind === 'all') return [{ rule: 'root', condition: outsideSandbox(site) }];
  if (scope.kind === 'tree') {
    const condition = sql<boolean>`${site} in (select id from site where (path = ${scope.sitePath} or path like ${`${scope.sitePath}/%`}) and not is_sandbox)`;
    return [{ rule: 'siteTree', condition }];
  }
  const children = sql`array(select id from user_account where parent_id = ${scope.userId})`;
  const rules: ReturnType<typeof reachRules> = [
    { rule: 'owner', condition: sql<boolean>`${owner} = ${scope.userId}` },
    { rule: 'parent', condition: sql<boolean>`${owner} = any(${children})` },
  ];
  if (columns.object && needed !== 'own')
    rules.push({ rule: 'groupRight', condition: granted(scope.userId, columns, columns.object, needed) });
  return rules;
}

function granted(userId: string, columns: Columns, object: ObjectColumns, needed: Exclude<Needed, 'own'>): RawBuilder<boolean> {
  const owner = sql.ref(columns.owner);
  const site = sql.ref(columns.site);
  const rank = rankOf(needed);
  const among = (kind: 'granted_owners' | 'granted_sites' | 'granted_objects') =>
    sql`(select ${sql.raw(kind)}(${userId}, ${object.type}, ${rank}))`;
  const isWhole = sql`${owner} = any(${among('granted_owners')}::uuid[]) or ${site} = any(${among('granted_sites')}::uuid[])`;
  const id = sql.ref(object.id);
  if (!object.textWhere)
    return sql<boolean>`(${isWhole} or (${id} = any(${among('granted_objects')}::uuid[]) and ${grantedRank(userId, columns)} >= ${rank}))`;
  const isOne = sql`${id} = any(${among('granted_objects')}::text[]) and ${grantedRank(userId, columns)} >= ${rank}`;
  return sql<boolean>`(${object.textWhere} and (${isWhole} or (${isOne})))`;
}

/** How much groups grant on the row: 0 nothing to 4. */
function grantedRank(userId: string, columns: Columns): RawBuilder<number> {
  const { object } = columns;
  if (!object) return sql<number>`0`;
  const id = sql.ref(object.id);
  const rank = (objectId: RawBuilder<unknown>) =>
    sql<number>`granted_rank(${userId}, ${object.type}, ${objectId}, ${sql.ref(columns.owner)}, ${sql.ref(columns.site)})`;
  return object.textWhere ? sql<number>`case when ${object.textWhere} then ${rank(sql`${id}::uuid`)} else 0 end` : rank(id);
}

/**
 * The condition every store query carries: true for the rows on which the actor has the right; without one named, for those it
 * may see. A parent reaches what its children own; a child that its parent has locked only sees.
 */
export function reaches(ctx: Pick<Context, 'actor'>, columns: Columns, needed: Needed = 'view'): RawBuilder<boolean> {
  if (!ctx.actor) return isFalse;
  const rules = reachRules(ctx.actor, columns, needed).map(({ condition }) => condition);
  const isReached = rules.length === 1 ? (rules[0] as RawBuilder<boolean>) : sql<boolean>`(${sql.join(rules, sql` or `)})`;
  if (!isBoundByLock(needed) || scopeOf(ctx.actor).kind !== 'own') return isReached;
  return sql<boolean>`(${isReached} and not ${isLocked(ctx.actor)} and ${closureOn(ctx.actor, columns)} is null)`;
}

/** Seeing and paying go on while a parent has locked its child. */
export const isBoundByLock = (needed: Needed): boolean => needed !== 'view' && needed !== 'own';

const isLocked = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select is_parent_locked and parent_id is not null from user_account where id = ${actor.userId}), false)`;

const closureOn = (actor: Actor, { owner }: Columns): RawBuilder<OwnerClosure | null> =>
  actor.isForPortal ? sql<null>`null::text` : ownerClosure(owner, actor.userId);

/** How the actor stands to a row it reaches. */
export interface Standing {
  /** The widest right: 1 view to 4 terminate. */
  rank: number;
  /** By role, as owner or as parent, not only by a group. */
  isOwn: boolean;
  /** Its parent has locked it: it sees and changes nothing. */
  isLocked: boolean;
  /** Whose state keeps everybody but administrators from changing it. */
  closure: OwnerClosure | null;
}

/** The columns of `Standing`, for the select list of a query that also carries `reaches`. */
export function standing({ actor }: Pick<Context, 'actor'>, columns: Columns): RawBuilder<Standing> {
  if (!actor) return sql<Standing>`0 as "rank", false as "isOwn", false as "isLocked", null as "closure"`;
  if (scopeOf(actor).kind !== 'own') return sql<Standing>`4 as "rank", true as "isOwn", false as "isLocked", null as "closure"`;
  const isOwn = sql`(${sql.join(
    reachRules(actor, columns, 'own').map(({ condition }) => condition),
    sql` or `,
  )})`;
  return sql<Standing>`case when ${isOwn} then 4 else ${grantedRank(actor.userId, columns)} end as "rank", ${isOwn} as "isOwn", ${isLocked(actor)} as "isLocked",
    ${closureOn(actor, columns)} as "closure"`;
}

/** What the actor lacks on a row for a call that changes it; null when nothing. The same answer as `reaches` with that right. */
export function lackOf(row: Standing, needed: Needed): 'lockedByParent' | 'rightMissing' | OwnerClosure | null {
  return lackOfRight(row, needed) ?? (needed === 'view' ? null : row.closure);
}

/** The same for a call that only reads what the right opens: seeing goes on whatever state its owner is in. */
export function lackOfRight({ rank, isOwn, isLocked: isLockedNow }: Standing, needed: Needed): 'lockedByParent' | 'rightMissing' | null {
  if (isLockedNow && isBoundByLock(needed)) return 'lockedByParent';
  const has = needed === 'own' ? isOwn : rank >= rankOf(needed);
  return has ? null : 'rightMissing';
}

/** Throws `lockedByParent`, `rightMissing`, `ownerSuspended` or `ownerNeedsBilling`, for a row that the actor may see and wants to change. */
export function demandRight(row: Standing, needed: Needed, name: string): void {
  const lack = lackOf(row, needed);
  if (lack) throw refuse(lack, { right: needed, name });
}

/** Throws `lockedByParent` or `rightMissing`, for a row that the actor only reads. */
export function demandSight(row: Standing, needed: Needed, name: string): void {
  const lack = lackOfRight(row, needed);
  if (lack) throw refuse(lack, { right: needed, name });
}

/** Throws `lockedByParent`: for what is made anew and has no row yet to ask about. */
export async function refuseLocked(ctx: Pick<Context, 'actor' | 'db'>): Promise<void> {
  if (!ctx.actor) return;
  const { rows } = await sql<{ isLocked: boolean }>`select ${isLocked(ctx.actor)} as "isLocked"`.execute(ctx.db);
  if (rows[0]?.isLocked) throw refuse('lockedByParent');
}

/** Whether the actor holds the permission at all. */
export function may(ctx: Pick<Context, 'actor'>, permission: Permission): boolean {
  return ctx.actor !== null && holds(ctx.actor.role, permission) && (ctx.actor.key?.scopes.has(permission) ?? true);
}

/** Why a permission is not the actor's, whatever it is used on; null when it is. The door of every call asks this. */
export function permissionLack(who: { role: Role; isLocked: boolean }, permission: Permission): 'notAllowed' | 'lockedByParent' | null {
  if (!holds(who.role, permission)) return 'notAllowed';
  return who.isLocked && !isReading(permission) ? 'lockedByParent' : null;
}

/** Throws `notAllowed` naming the permission, `lockedByParent`, or `keyScopeMissing`. The portal's own work (no actor) asks nobody. */
export function demand({ actor }: Pick<Context, 'actor'>, permission: Permission): void {
  if (!actor) return;
  if (actor.key && !actor.key.scopes.has(permission)) throw refuse('keyScopeMissing', { key: actor.key.clientId, permission });
  const isLockedNow = actor.parentId !== null && (actor.session?.isLocked ?? false);
  const lack = permissionLack({ role: actor.role, isLocked: isLockedNow }, permission);
  if (lack) throw refuse(lack, { permission });
}
