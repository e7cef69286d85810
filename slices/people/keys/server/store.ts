import { type RawBuilder, sql } from 'kysely';
import type { KeyType } from '../../../../contract/access/keys.ts';
import type { Permission } from '../../../../contract/access/permissions.ts';
import type { Role } from '../../../../contract/access/roles.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import {
  coversEveryone,
  userDenialReason,
} from '../../../../server/platform/access/effectiveRights.ts';
import { areKeysBlockedSql } from '../../../../server/platform/access/restriction.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';

export interface KeyRow {
  id: string;
  clientId: string;
  name: string;
  type: KeyType;
  isTest: boolean;
  scopes: Permission[];
  ownerId: string;
  siteId: string;
  owner: string;
  ownerRole: Role;
  /** Whether the owner, and therefore the key, can't currently do anything. */
  isClosed: boolean;
  allowedIps: string[];
  ratePerMinute: number;
  expiresAt: Date | null;
  isEnabled: boolean;
  createdAt: Date;
  rotatedAt: Date | null;
  previousUntil: Date | null;
  lastUsedAt: Date | null;
  lastIp: string | null;
  serverIds: string[];
}

const from = sql`api_key k join user_account owner on owner.id = k.owner_id join site on site.id = owner.site_id`;
const columns = sql`
  k.id, k.client_id as "clientId", k.name, k.type, k.is_test as "isTest", k.scopes, k.owner_id as "ownerId", k.site_id as "siteId",
  owner.email as owner, owner.role as "ownerRole",
  (not owner.is_enabled or owner.deleted_at is not null or ${areKeysBlockedSql('owner')} or site.status = 'suspended') as "isClosed",
  array(select case when masklen(range) = case family(range) when 4 then 32 else 128 end then host(range) else range::text end
    from unnest(k.allowed_ips) as range) as "allowedIps",
  k.rate_per_minute as "ratePerMinute", k.expires_at as "expiresAt", k.is_enabled as "isEnabled", k.created_at as "createdAt",
  k.rotated_at as "rotatedAt", k.previous_until as "previousUntil", k.last_used_at as "lastUsedAt", k.last_ip as "lastIp",
  array(select server_id from api_key_server where key_id = k.id) as "serverIds"`;

const isNotDeleted = sql`k.deleted_at is null`;
/**
 * The actor's own keys, and those of users whose rights the actor fully has, because rotating a key
 * gives full access to its owner's rights.
 */
const visibleKey = (ctx: Context): RawBuilder<boolean> =>
  sql<boolean>`(${isVisible(ctx)} and ${isOwnerCovered(ctx)})`;

const isVisible = (ctx: Context): RawBuilder<boolean> =>
  visibleTo(ctx, { owner: 'k.owner_id', site: 'k.site_id' }, 'own');

/** Like `visibleKey`, for many keys: compares rights once per owner, not once per key. */
const visibleForMany = (ctx: Context): RawBuilder<boolean> =>
  sql<boolean>`(${isVisible(ctx)} and k.owner_id = any(array(
    select k.owner_id from (select distinct k.owner_id from api_key k where ${isNotDeleted} and ${isVisible(ctx)} offset 0) k where ${isOwnerCovered(ctx)})))`;

const isOwnerCovered = ({ actor }: Context): RawBuilder<boolean> =>
  actor
    ? sql<boolean>`(k.owner_id = ${actor.userId} or ${userDenialReason(actor, 'k.owner_id')} is null)`
    : sql<boolean>`false`;

/** A page of the keys that the actor manages. */
export async function readKeys<Item>(
  ctx: Context,
  query: ListRequest & { type?: KeyType | undefined },
  map: (row: KeyRow) => Item,
): Promise<Page<Item>> {
  const where: RawBuilder<unknown>[] = [
    isNotDeleted,
    ctx.actor && coversEveryone(ctx.actor) ? isVisible(ctx) : visibleForMany(ctx),
  ];
  if (query.type) where.push(sql`k.type = ${query.type}`);
  if (query.filter) {
    const pattern = containing(query.filter);
    where.push(
      sql`(k.name ilike ${pattern} or k.client_id ilike ${pattern} or owner.email ilike ${pattern})`,
    );
  }
  return await readListPage<KeyRow, Item>(
    ctx.db,
    {
      ...{ from, columns, where },
      // The owner is joined only for the rows of the page, unless the search includes it.
      ...(query.filter ? {} : { idsFrom: sql`api_key k`, countFrom: sql`api_key k` }),
      sorts: {
        name: { column: sql`lower(k.name)`, type: 'text' },
        created: { column: sql`k.created_at`, type: 'timestamptz' },
        lastUsed: {
          column: sql`coalesce(k.last_used_at, '-infinity'::timestamptz)`,
          type: 'timestamptz',
        },
        type: { column: sql`k.type`, type: 'text' },
      },
      id: { column: sql`k.id`, type: 'uuid' },
      defaultSorting: 'name',
      map,
    },
    query,
    query.type ? { type: query.type } : {},
  );
}

/** Throws `notFound` for keys out of scope, as for nonexistent ones. */
export async function findKey(ctx: Context, clientId: string): Promise<KeyRow> {
  const { rows } =
    await sql<KeyRow>`select ${columns} from ${from} where k.client_id = ${clientId} and ${isNotDeleted} and ${visibleKey(ctx)}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw userError('notFound', { what: 'API key', id: clientId });
  return rows[0];
}

/** Like `findKey`, but locks the key so that changes are serialized. */
export async function lockKeyForUpdate(ctx: Context, clientId: string): Promise<KeyRow> {
  await sql`select from api_key where client_id = ${clientId} for update`.execute(ctx.db);
  const key = await findKey(ctx, clientId);
  ctx.note({ targetType: 'apikey', targetId: clientId });
  return key;
}

interface KeyTable {
  id: string;
  client_id: string;
  owner_id: string;
  site_id: string;
  name: string;
  type: KeyType;
  is_test: boolean;
  scopes: readonly string[];
  secret_hash: Buffer;
  allowed_ips: readonly string[];
  rate_per_minute: number;
  expires_at: Date | string | null;
}

/** Returns the ID. */
export async function insertKey(
  ctx: Pick<Context, 'db'>,
  key: Omit<KeyTable, 'id'>,
  serverIds: readonly string[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into api_key (client_id, owner_id, site_id, name, type, is_test, scopes, secret_hash, allowed_ips, rate_per_minute, expires_at)
    values (${key.client_id}, ${key.owner_id}, ${key.site_id}, ${key.name}, ${key.type}, ${key.is_test}, ${key.scopes}, ${key.secret_hash},
      ${key.allowed_ips}::cidr[], ${key.rate_per_minute}, ${key.expires_at}) returning id`.execute(
    ctx.db,
  );
  const { id } = rows[0] as { id: string };
  await bindServers(ctx, id, serverIds);
  return id;
}

export async function bindServers(
  ctx: Pick<Context, 'db'>,
  keyId: string,
  serverIds: readonly string[],
): Promise<void> {
  await sql`delete from api_key_server where key_id = ${keyId} and server_id <> all(${[...serverIds]}::uuid[])`.execute(
    ctx.db,
  );
  await sql`insert into api_key_server (key_id, server_id) select ${keyId}::uuid, unnest(${[...serverIds]}::uuid[]) on conflict do nothing`.execute(
    ctx.db,
  );
}

export async function countKeys(ctx: Pick<Context, 'db'>, ownerId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from api_key where owner_id = ${ownerId} and deleted_at is null`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}
