import { type RawBuilder, sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { type EffectiveRights, effectiveRights } from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { networkAccessColumns, requireNetworkManagement, visible } from './access.ts';
import type { NetworkKind, Route } from './tables.ts';

export interface NetworkRow extends EffectiveRights {
  id: string;
  name: string;
  kind: NetworkKind;
  vlan: number;
  datacenterId: string;
  ownerId: string | null;
  siteId: string | null;
  note: string;
}

export interface SubnetRow {
  id: string;
  networkId: string;
  cidr: string;
  family: 4 | 6;
  gateway: string | null;
  dns: string[];
  dhcp: boolean;
  routes: Route[];
  description: string;
  createdAt: string;
}

export const networkColumns = (ctx: Context): RawBuilder<unknown> => sql`
  network.id, network.name, network.kind, network.vlan, network.datacenter_id as "datacenterId", network.owner_id as "ownerId",
  network.site_id as "siteId", network.description as note, ${effectiveRights(ctx, networkAccessColumns)}`;

export const subnetColumns = sql`
  subnet.id, subnet.network_id as "networkId", subnet.cidr::text as cidr, family(subnet.cidr) as family, host(subnet.gateway) as gateway,
  array(select host(server) from unnest(subnet.dns) as server) as dns, subnet.has_dhcp as dhcp, subnet.routes, subnet.description,
  to_char(subnet.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"`;

/** The reason for bypassing the caller's row security in statements on networks and subnets. */
export const blocksRemoval =
  'a shared network is held against its removal, by a lock that takes the right to change it';

async function readNetwork(
  ctx: Context,
  networkId: string,
  rowLock: RawBuilder<unknown>,
): Promise<NetworkRow> {
  const { rows } = await sql<NetworkRow>`
    select ${networkColumns(ctx)} from network where network.id = ${networkId} and ${visible(ctx)} ${rowLock}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'network', id: networkId });
  return rows[0];
}

/**
 * Returns a network visible to the actor. Throws `notFound` if it doesn't exist or belongs to
 * someone else.
 */
export const findNetwork = (ctx: Context, networkId: string): Promise<NetworkRow> =>
  readNetwork(ctx, networkId, sql``);

/**
 * Like `findNetwork`, but locks the network for a change until the transaction ends. Also throws
 * `networkOfRoot`, `rightMissing` and `lockedByParent`.
 */
export async function lockNetworkForUpdate(ctx: Context, networkId: string): Promise<NetworkRow> {
  // The actor can read but not lock a shared network, so read it first to throw the correct error.
  const visibleNetwork = await findNetwork(ctx, networkId);
  ctx.note({ targetType: 'network', targetId: visibleNetwork.id });
  requireNetworkManagement(ctx, visibleNetwork);
  const network = await readNetwork(ctx, networkId, sql`for update`);
  requireNetworkManagement(ctx, network);
  return network;
}

/** Returns a subnet of a network visible to the actor. Throws `notFound`. */
export async function findSubnet(
  ctx: Context,
  subnetId: string,
): Promise<{ subnet: SubnetRow; network: NetworkRow }> {
  return await readSubnet(ctx, subnetId, (networkId) => findNetwork(ctx, networkId));
}

/** Like `findSubnet`, but locks the network for a change until the transaction ends. */
export async function lockSubnetForUpdate(
  ctx: Context,
  subnetId: string,
): Promise<{ subnet: SubnetRow; network: NetworkRow }> {
  return await readSubnet(ctx, subnetId, (networkId) => lockNetworkForUpdate(ctx, networkId));
}

async function readSubnet(
  ctx: Context,
  subnetId: string,
  networkOf: (networkId: string) => Promise<NetworkRow>,
) {
  const missing = userError('notFound', { what: 'subnet', id: subnetId });
  const read = () =>
    sql<SubnetRow>`
      select ${subnetColumns} from subnet join network on network.id = subnet.network_id where subnet.id = ${subnetId} and ${visible(ctx)}`.execute(
      ctx.db,
    );
  const found = (await read()).rows[0];
  if (!found) throw missing;
  const network = await networkOf(found.networkId);
  // The subnet may have been deleted while waiting for the lock on its network.
  const subnet = (await read()).rows[0];
  if (!subnet) throw missing;
  return { subnet, network };
}

/** Notifies the browsers that display the network. For a shared network, these are all browsers. */
export async function announceNetwork(
  ctx: Pick<Context, 'db'>,
  network: { id: string; ownerId: string | null; siteId: string | null },
): Promise<void> {
  const { id, ownerId, siteId } = network;
  await announce(ctx.db, {
    topic: 'network',
    id,
    ...(ownerId && siteId ? { ownerId, siteId } : {}),
  });
}

/** Returns the distinct names of servers whose interfaces match the condition, sorted. */
export async function serversOn(
  ctx: Pick<Context, 'db'>,
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct nic.server_name as name from nic where ${condition} order by 1 limit 100`.execute(
    ctx.db,
  );
  return rows.map(({ name }) => name);
}

const maxNamedServers = 5;

/** `a, b, c, d, e, … (12)` */
export function formatServerNames(servers: readonly string[]): string {
  const nameList = servers.slice(0, maxNamedServers).join(', ');
  return servers.length > maxNamedServers ? `${nameList}, … (${servers.length})` : nameList;
}
