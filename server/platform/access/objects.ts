import { type RawBuilder, sql } from 'kysely';
import type { ObjectType } from '../../../contract/access/rights.ts';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import { containing } from '../database/listPage.ts';
import { portalDb } from './portalDb.ts';
import {
  type AccessRule,
  accessRules,
  type Columns,
  type EffectiveRights,
  effectiveRights,
  visibleTo,
} from './scope.ts';

/** An object type that calls can act on, declared by its slice. */
export interface ObjectKind {
  type: ObjectType;
  title: LocalizedText;
  /** The name of the path parameter with the ID: `/servers/{serverId}`. */
  param: string;
  /** The rows of the type as `id, name, owner_id, site_id`: `select … from server`. */
  rows: RawBuilder<unknown>;
  /**
   * True for users. Groups can't grant rights on them, and a call that changes a user requires all
   * rights of that user.
   */
  isPerson?: boolean;
}

type Declared = Pick<Context, 'services'>;

export const objectKinds = ({ services }: Declared): readonly ObjectKind[] => [
  ...services.slices.objects.values(),
];
export const objectKind = ({ services }: Declared, type: ObjectType): ObjectKind | undefined =>
  services.slices.objects.get(type);
/** The object types on which groups can grant rights. */
export const grantableKinds = (ctx: Declared): ObjectKind[] =>
  objectKinds(ctx).filter(({ isPerson }) => !isPerson);
export const grantableKind = (ctx: Declared, type: ObjectType): ObjectKind | undefined =>
  grantableKinds(ctx).find((kind) => kind.type === type);

export interface ObjectRow {
  id: string;
  name: string;
  ownerId: string;
  siteId: string;
}

const columnsOf = (kind: ObjectKind): Columns => ({
  owner: 'object.owner_id',
  site: 'object.site_id',
  object: { type: kind.type, id: 'object.id' },
});
const columns = sql`object.id, object.name, object.owner_id as "ownerId", object.site_id as "siteId"`;

/**
 * Returns objects of the type by name, limited to those within `ground`. `ground` is the only
 * access filter: it must contain only objects on which the caller can grant rights.
 */
export async function findObjects(
  ctx: Context,
  kind: ObjectKind,
  search: {
    ground: RawBuilder<unknown>;
    ids?: readonly string[];
    filter?: string | undefined;
    limit: number;
  },
): Promise<(ObjectRow & { owner: string })[]> {
  const idCondition = search.ids ? sql`object.id = any(${[...search.ids]}::uuid[])` : sql`true`;
  const nameMatches = search.filter
    ? sql`object.name ilike ${containing(search.filter)}`
    : sql`true`;
  const { rows } = await sql<ObjectRow & { owner: string }>`
    select ${columns}, coalesce(owner.email, account_email(object.owner_id)) as owner from (${kind.rows}) object
    left join user_account owner on owner.id = object.owner_id
    where ${search.ground} and ${idCondition} and ${nameMatches}
    order by lower(object.name), object.id limit ${search.limit}`.execute(ctx.db);
  return rows;
}

/**
 * Returns objects of the type that the actor can see, including through groups, and whose name
 * contains the text.
 */
export async function searchObjects(
  ctx: Context,
  kind: ObjectKind,
  filter: string,
  limit: number,
): Promise<ObjectRow[]> {
  const { rows } = await sql<ObjectRow>`
    select ${columns} from (${kind.rows}) object where ${visibleTo(ctx, columnsOf(kind))} and object.name ilike ${containing(filter)}
    order by lower(object.name), object.id limit ${limit}`.execute(ctx.db);
  return rows;
}

/** Returns the names of objects, regardless of the caller. Omits deleted objects. */
export async function objectNames(
  ctx: Pick<Context, 'db' | 'services'>,
  type: ObjectType,
  ids: readonly string[],
): Promise<Map<string, ObjectRow>> {
  const kind = objectKind(ctx, type);
  if (!kind || ids.length === 0) return new Map();
  const { rows } =
    await sql<ObjectRow>`select ${columns} from (${kind.rows}) object where object.id = any(${[...ids]}::uuid[])`.execute(
      portalDb(ctx, 'a right tells what it is on, also where that has gone to somebody else'),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * An object from a user's point of view: whether it exists, which rules grant access, and at what
 * level.
 */
export interface ObjectRights extends ObjectRow, EffectiveRights {
  rules: AccessRule[];
}

/**
 * Queries the database with the row security conditions. Returns null if the object doesn't exist.
 */
export async function readObjectAccess(
  ctx: Pick<Context, 'db' | 'actor'>,
  kind: ObjectKind,
  id: string,
): Promise<ObjectRights | null> {
  const { actor } = ctx;
  if (!actor) return null;
  const rules = accessRules(actor, columnsOf(kind));
  const flags = sql.join(
    rules.map(({ rule, condition }) => sql`case when ${condition} then ${rule} end`),
  );
  const { rows } = await sql<ObjectRow & EffectiveRights & { rules: (AccessRule | null)[] }>`
    select ${columns}, ${effectiveRights(ctx, columnsOf(kind))}, array[${flags}]::text[] as rules from (${kind.rows}) object where object.id = ${id}`.execute(
    ctx.db,
  );
  const row = rows[0];
  return row ? { ...row, rules: row.rules.filter((rule) => rule !== null) } : null;
}
