import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import type { Power, ServerState } from './rules/facts.ts';
import type { Db } from './store/tables.ts';

/** A server in the list of an account's resources. */
export interface OwnedServer {
  id: string;
  name: string;
  ownerId: string;
  datacenterId: string;
  state: ServerState;
  power: Power;
  createdAt: Date;
}

/**
 * All servers of these accounts, including those in the Trash. The caller must check permissions.
 */
export async function serversOfOwners(
  ctx: Db,
  ownerIds: readonly string[],
): Promise<OwnedServer[]> {
  const { rows } = await sql<OwnedServer>`
    select id, name, owner_id as "ownerId", datacenter_id as "datacenterId", state, power, created_at as "createdAt"
    from server where owner_id = any(${[...ownerIds]}::uuid[]) order by name_key, id`.execute(
    ctx.db,
  );
  return rows;
}

/** Like `serversOfOwners`, by server ID. Deleted servers are omitted. */
export async function serversById(
  ctx: Pick<Context, 'db'>,
  serverIds: readonly string[],
): Promise<(OwnedServer & { siteId: string })[]> {
  const { rows } = await sql<OwnedServer & { siteId: string }>`
    select id, name, owner_id as "ownerId", datacenter_id as "datacenterId", site_id as "siteId", state, power, created_at as "createdAt" from server where id = any(${[...serverIds]}::uuid[]) order by name_key, id`.execute(
    ctx.db,
  );
  return rows;
}

/** The owner's servers with the tag, without those in the Trash. */
export async function ownServersWithTag(
  ctx: Pick<Context, 'db'>,
  ownerId: string,
  tag: string,
): Promise<OwnedServer[]> {
  const { rows } = await sql<OwnedServer>`
    select id, name, owner_id as "ownerId", datacenter_id as "datacenterId", state, power from server
    where owner_id = ${ownerId} and state = 'live' and tags @> array[${tag}]::text[] order by id`.execute(
    ctx.db,
  );
  return rows;
}

/** A server as a monitoring target. */
export interface WatchedServer {
  id: string;
  name: string;
  ownerId: string;
  siteId: string;
  tags: string[];
  power: Power;
  powerSince: Date;
}

/** Existing servers with these IDs, and servers of these owners with these tags. */
export async function watchedServers(
  ctx: Pick<Context, 'db'>,
  ids: readonly string[],
  tagConditions: readonly { ownerId: string; tag: string }[],
): Promise<WatchedServer[]> {
  const { rows } = await sql<WatchedServer>`
    select id, name, owner_id as "ownerId", site_id as "siteId", tags, power, power_since as "powerSince" from server
    where state = 'live' and (id = any(${[...ids]}::uuid[]) or (owner_id = any(${[...new Set(tagConditions.map(({ ownerId }) => ownerId))]}::uuid[])
      and tags && ${[...new Set(tagConditions.map(({ tag }) => tag))]}::text[])) order by id`.execute(
    ctx.db,
  );
  return rows;
}
