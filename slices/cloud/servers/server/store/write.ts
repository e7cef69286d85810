import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { type Subject, setSpans } from '../../../../money/pricing/server/index.ts';
import { describeNics } from '../../../networks/server/index.ts';
import { announceServerChange } from '../hooks.ts';
import type { Power, Problem, Server } from '../rules/facts.ts';
import { serverPriceItems } from '../rules/priceItems.ts';
import { lockServerForUpdate, readDisks, usedNames } from './find.ts';
import { type Db, serverTables } from './tables.ts';

type WriteContext = Pick<Context, 'db' | 'clock' | 'services'>;

/** Notifies the browsers that show the server. */
export async function announceServer(
  ctx: Db,
  server: Pick<Server, 'id' | 'siteId' | 'ownerId'>,
  data: { power?: Power; state?: string } = {},
): Promise<void> {
  await announce(ctx.db, {
    topic: 'server',
    id: server.id,
    siteId: server.siteId,
    ownerId: server.ownerId,
    data: { ...data },
  });
}

/**
 * Updates metering to the server's current resources, within the transaction of the change. Servers
 * being created and servers in the Trash cost nothing.
 */
export async function meter(ctx: WriteContext, serverId: string): Promise<void> {
  const server = await lockServerForUpdate(ctx, serverId);
  if (!server) return;
  await setSpans(ctx, subjectOf(server), server.state === 'live' ? await itemsOf(ctx, server) : []);
  await announceServerChange(ctx, serverId, server);
}

/** The server as a billing subject. */
export const subjectOf = ({
  id,
  name,
  ownerId,
  siteId,
}: Pick<Server, 'id' | 'name' | 'ownerId' | 'siteId'>): Subject => ({
  ...{ type: 'server', id, name, ownerId, siteId },
});

/** The price list items the server currently uses. */
export async function itemsOf(ctx: Db, server: Server) {
  return serverPriceItems({ ...server, ...(await partsOf(ctx, server)) });
}

/** The priced parts of a server other than its size. */
export async function partsOf(
  ctx: Db,
  server: Server,
): Promise<{ diskGb: number; publicAddresses: number; snapshotBytes: number }> {
  const disks = await readDisks(ctx, server.id);
  const nics = await describeNics(ctx, [server.id]);
  return {
    diskGb: disks.reduce((sum, disk) => sum + disk.sizeGb, 0),
    publicAddresses: nics.filter((nic) => nic.kind === 'wan').length,
    snapshotBytes: await snapshotBytesOf(ctx, server.id),
  };
}

async function snapshotBytesOf(ctx: Db, serverId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from server_snapshot where server_id = ${serverId} and state <> 'creating'`.execute(
    ctx.db,
  );
  return rows[0]?.bytes ?? 0;
}

/**
 * Stores the power state reported by the engine and updates the row, metering and browsers
 * together. A server that stopped on its own is off, with a `problem` until it is on again.
 */
export async function recordPower(
  ctx: WriteContext,
  serverId: string,
  power: Power,
  problem: Problem | null = null,
): Promise<void> {
  const updated = await serverTables(ctx.db)
    .updateTable('server')
    .set({
      power,
      power_since: sql<Date>`case when power = ${power} then power_since else clock_timestamp() end`,
      problem: problem === null ? null : JSON.stringify(problem),
    })
    .where('id', '=', serverId)
    .returning(['site_id as siteId', 'owner_id as ownerId', 'state'])
    .executeTakeFirst();
  if (!updated) return;
  if (power === 'off') await clearReadings(ctx, serverId);
  await meter(ctx, serverId);
  await announceServer(ctx, { id: serverId, ...updated }, { power });
}

/** Clears the load and the counters, because the server stopped. */
async function clearReadings(ctx: Db, serverId: string): Promise<void> {
  await sql`
    update server_runtime set cpu_percent = -1, memory_used_mb = -1, memory_total_mb = null, sampled_at = null, disk_read_bytes = null,
      disk_write_bytes = null, disk_read_ops = null, disk_write_ops = null, received_bytes = null, sent_bytes = null,
      disk_bytes_rate = null, disk_ops_rate = null, received_rate = null, sent_rate = null
    where server_id = ${serverId}`.execute(ctx.db);
}

/**
 * Copies the addresses assigned by networks into the server row, where lists show and search them.
 */
export async function refreshAddresses(ctx: Db, serverId: string): Promise<void> {
  const nics = await describeNics(ctx, [serverId]);
  await serverTables(ctx.db)
    .updateTable('server')
    .set({
      ips: nics.flatMap((nic) => nic.addresses.map(({ address }) => address)),
      macs: nics.map((nic) => nic.mac),
    })
    .where('id', '=', serverId)
    .execute();
}

/** Throws `serverNameTaken`. The database checks again when the name is written. */
export async function requireFreeName(
  ctx: Db,
  ownerId: string,
  name: string,
  key: string,
): Promise<void> {
  if ((await usedNames(ctx, ownerId, [name])).size > 0)
    throw userError('serverNameTaken', { name }, key);
}

/**
 * Runs `write`, which writes a server name. Throws `serverNameTaken` if the owner already has a
 * server with this name.
 */
export async function withFreeName<T>(
  name: string,
  key: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'server_name')
      throw userError('serverNameTaken', { name }, key);
    throw error;
  }
}
