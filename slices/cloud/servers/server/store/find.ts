import { type RawBuilder, sql } from 'kysely';
import type { RequiredRight } from '../../../../../contract/access/rights.ts';
import { userError } from '../../../../../contract/errors/errors.ts';
import {
  type Columns,
  type EffectiveRights,
  effectiveRights,
  requireReadRight,
  requireRight,
  visibleTo,
} from '../../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import type { Disk, Server } from '../rules/facts.ts';
import { type Db, serverTables } from './tables.ts';

const columns = sql`
  id, owner_id as "ownerId", site_id as "siteId", datacenter_id as "datacenterId", name, hostname, state, power,
  power_since as "powerSince", problem, image_id as "imageId", image_name as "imageName", os_family as "osFamily", os,
  login_user as "loginUser", image_price_item as "imagePriceItem", cpu_type as "cpuType", cores, ram_mb as "ramMb",
  billing_mode as "billingMode", traffic_package as "trafficPackage", has_backup as "hasBackup", is_managed as "isManaged",
  description, notes, locked_at as "lockedAt", account_email(locked_by) as "lockedBy",
  lock_reason as "lockReason", iso_image_id as "isoImageId", boots_from as "bootsFrom", tags, ssh_keys as "sshKeys", has_password as "hasPassword", cloned_from as "clonedFrom", current_snapshot_id as "currentSnapshotId", host_id as "hostId",
  created_at as "createdAt", bin_until as "binUntil"`;

/** The columns that control access: the owner of a server and the groups with rights on it. */
export const serverReach: Columns = {
  owner: 'server.owner_id',
  site: 'server.site_id',
  object: { type: 'ot.server', id: 'server.id' },
};

export type VisibleServer = Server & EffectiveRights;

/**
 * A server on which the actor has the right. Throws `notFound` for servers that don't exist or
 * aren't visible to the actor, and `rightMissing` or `lockedByParent` for visible servers without
 * the right.
 */
export async function findServer(
  ctx: Context,
  serverId: string,
  requiredRight: RequiredRight = 'view',
): Promise<VisibleServer> {
  const server = await visible(ctx, serverId, sql``);
  requireReadRight(server, requiredRight, server.name);
  return server;
}

/**
 * Like `findServer`, for actions on the server. Also throws `ownerSuspended`, `ownerNeedsBilling`.
 */
export async function findUsableServer(
  ctx: Context,
  serverId: string,
  requiredRight: RequiredRight,
): Promise<VisibleServer> {
  const server = await visible(ctx, serverId, sql``);
  requireRight(server, requiredRight, server.name);
  return server;
}

/**
 * Like `findUsableServer`, but locks the server until the transaction ends, so that concurrent calls
 * run one after the other.
 */
export async function lockServer(
  ctx: Context,
  serverId: string,
  requiredRight: RequiredRight,
): Promise<VisibleServer> {
  const server = await visible(ctx, serverId, sql`for update`);
  requireRight(server, requiredRight, server.name);
  return server;
}

async function visible(
  ctx: Context,
  serverId: string,
  rowLock: RawBuilder<unknown>,
): Promise<VisibleServer> {
  const { rows } = await sql<VisibleServer>`
    select ${columns}, ${effectiveRights(ctx, serverReach)} from server where id = ${serverId} and ${visibleTo(ctx, serverReach)} ${rowLock}`.execute(
    ctx.db,
  );
  const server = rows[0];
  if (!server) throw userError('notFound', { what: 'server', id: serverId });
  return server;
}

/** For internal work without permission checks. Null when the server was deleted. */
export async function readServer(ctx: Db, serverId: string): Promise<Server | null> {
  const { rows } = await sql<Server>`select ${columns} from server where id = ${serverId}`.execute(
    ctx.db,
  );
  return rows[0] ?? null;
}

/** Like `readServer`, but locks the server until the transaction ends. */
export async function lockServerForUpdate(ctx: Db, serverId: string): Promise<Server | null> {
  const { rows } =
    await sql<Server>`select ${columns} from server where id = ${serverId} for update`.execute(
      ctx.db,
    );
  return rows[0] ?? null;
}

/** The disks of a server, with the boot disk first. */
export async function readDisks(ctx: Db, serverId: string): Promise<Disk[]> {
  return await serverTables(ctx.db)
    .selectFrom('server_disk')
    .select(['id', 'position', 'size_gb as sizeGb'])
    .where('server_id', '=', serverId)
    .orderBy('position')
    .execute();
}

/** The disconnected network interfaces of a server. */
export async function readDisconnectedNics(ctx: Db, serverId: string): Promise<Set<string>> {
  const rows = await serverTables(ctx.db)
    .selectFrom('server_nic_unplugged')
    .select('nic_id')
    .where('server_id', '=', serverId)
    .execute();
  return new Set(rows.map((row) => row.nic_id));
}

/** Names of the account's servers in lower case. Names of servers in the Trash are not in use. */
export async function namesOf(ctx: Db, ownerId: string): Promise<Set<string>> {
  const { rows } = await sql<{
    name_key: string;
  }>`select name_key from server where owner_id = ${ownerId} and name_held`.execute(ctx.db);
  return new Set(rows.map((row) => row.name_key));
}

/** The names in this list that the account's servers use, in lower case. */
export async function usedNames(
  ctx: Db,
  ownerId: string,
  names: readonly string[],
): Promise<Set<string>> {
  const keys = names.map((name) => name.toLowerCase());
  const { rows } = await sql<{ key: string }>`
    select name_key as key from server where owner_id = ${ownerId} and name_held and name_key = any(${keys}::text[])`.execute(
    ctx.db,
  );
  return new Set(rows.map(({ key }) => key));
}

/** The names of these servers, for other slices that show them. Unknown IDs are omitted. */
export async function serverNames(
  ctx: Db,
  serverIds: readonly string[],
): Promise<Map<string, string>> {
  const validIds = serverIds.filter((serverId) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(serverId),
  );
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select id, name from server where id = any(${validIds}::uuid[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row.name]));
}
