import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { describeNics, networkObject, updateNicServer } from '../../networks/server/index.ts';
import { localize } from '../texts/localize.ts';
import type { Server } from './rules/facts.ts';
import { lockServerForUpdate } from './store/find.ts';
import { requireIdle } from './store/openTasks.ts';
import { serverTables } from './store/tables.ts';
import { announceServer, meter, requireFreeName, withFreeName } from './store/write.ts';

export interface NewOwner {
  ownerId: string;
  siteId: string;
}

/**
 * Transfers a server to another owner within the transaction of the call. From then on it is
 * charged to the new owner at the prices of the new owner's site. Earlier charges stay with the
 * former owner. The caller must check permissions. Throws `notFound`, `serverBusy`,
 * `serverNameTaken` when the new owner already has a server with this name, and `migrateRefused`
 * for a server on a private network.
 */
export async function changeServerOwner(
  ctx: Context,
  serverId: string,
  { ownerId, siteId }: NewOwner,
): Promise<void> {
  const server = await lockServerForUpdate(ctx, serverId);
  if (!server) throw userError('notFound', { what: 'server', id: serverId });
  if (server.ownerId === ownerId && server.siteId === siteId) return;
  await requireIdle(ctx, server);
  if (server.ownerId !== ownerId) await requireNoPrivateNetwork(ctx, server);
  if (server.ownerId !== ownerId && server.state !== 'bin')
    await requireFreeName(ctx, ownerId, server.name, 'serverId');
  await withFreeName(server.name, 'serverId', () =>
    serverTables(ctx.db)
      .updateTable('server')
      .set({ owner_id: ownerId, site_id: siteId })
      .where('id', '=', serverId)
      .execute(),
  );
  await updateNicServer(ctx, { id: serverId, name: server.name, ownerId, siteId });
  await meter(ctx, serverId);
  await announceServer(ctx, server);
  await announceServer(ctx, { id: serverId, ownerId, siteId });
}

const onPrivate = (server: string, network: string): LocalizedText =>
  localize('onPrivate', { server, network });

/**
 * Rejects servers on a private network, because the new owner would gain access to the former
 * owner's network.
 */
async function requireNoPrivateNetwork(ctx: Context, server: Server): Promise<void> {
  const networkIds = (await describeNics(ctx, [server.id])).map((nic) => nic.networkId);
  const { rows } = await sql<{ name: string }>`
    select n.name from (${networkObject.rows}) n where n.id = any(${networkIds}::uuid[]) and n.owner_id is not null limit 1`.execute(
    ctx.db,
  );
  const network = rows[0]?.name;
  if (network !== undefined)
    throw userError('migrateRefused', { problem: onPrivate(server.name, network) });
}
