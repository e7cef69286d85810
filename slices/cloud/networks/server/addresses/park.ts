import { sql } from 'kysely';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { announceNetwork, blocksRemoval } from '../find.ts';
import type { Db } from '../tables.ts';
import { allocateLowest, type NicServer, randomMac } from './allocate.ts';
import { gatewaysOf } from './conflicts.ts';
import { releaseNic } from './release.ts';

/** A network interface that a terminated server had in a private network. */
export interface ParkedNic {
  nicId: string;
  networkName: string;
}

export interface RestoredNic extends ParkedNic {
  /**
   * The former addresses, and the current ones. Null if the network no longer exists or has no free
   * address.
   */
  before: string[];
  after: string[] | null;
}

/**
 * Releases the private addresses of a terminated server, so that others can use them and the
 * networks can be deleted. `restoreParkedNics` restores them. The server keeps its public
 * addresses.
 */
export async function parkPrivateNics(ctx: Db, serverId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into parked_nic (id, position, server_id, network_id, network_name, mac, addresses)
    select nic.id, nic.position, nic.server_id, network.id, network.name, nic.mac,
      array(select ip from address where nic_id = nic.id order by family(ip), ip)
    from nic join network on network.id = nic.network_id
    where nic.server_id = ${serverId} and (network.kind <> 'wan' or network.owner_id is not null)
    on conflict (id) do update set addresses = excluded.addresses
    returning id`.execute(ctx.db);
  for (const { id } of rows) await releaseNic(ctx, id);
}

interface ParkedAddress {
  id: string;
  position: string;
  networkId: string;
  networkName: string;
  mac: string;
  before: string[];
}

/**
 * Restores the parked interfaces of a server. They get their former addresses if these are free,
 * otherwise other addresses of the same network. An interface whose network was deleted, is full or
 * belongs to someone else stays parked, and its `after` is null.
 */
export async function restoreParkedNics(
  ctx: Context,
  holder: NicServer,
  datacenterId: string,
): Promise<RestoredNic[]> {
  const { rows } = await sql<ParkedAddress>`
    select id, position::text as position, network_id as "networkId", network_name as "networkName", mac::text as mac,
      array(select host(ip) from unnest(addresses) as ip) as before
    from parked_nic where server_id = ${holder.id} order by position for update`.execute(ctx.db);
  const restored: RestoredNic[] = [];
  for (const { id: nicId, networkName, before, ...nic } of rows) {
    const restoredNic = await restoreOne(ctx, holder, datacenterId, {
      id: nicId,
      networkName,
      before,
      ...nic,
    });
    restored.push({ nicId, networkName, before, after: restoredNic });
  }
  return restored;
}

interface NetworkScope {
  id: string;
  ownerId: string | null;
  siteId: string | null;
}

async function restoreOne(
  ctx: Context,
  holder: NicServer,
  datacenterId: string,
  nic: ParkedAddress,
): Promise<string[] | null> {
  const { rows: networks } = await sql<NetworkScope>`
    select id, owner_id as "ownerId", site_id as "siteId" from network
    where id = ${nic.networkId} and datacenter_id = ${datacenterId} and (owner_id is null or owner_id = ${holder.ownerId})
    for key share`.execute(portalDb(ctx, blocksRemoval));
  const [network] = networks;
  if (!network) return null;
  await reinsertNic(ctx, holder, nic);
  const restored = await reallocate(ctx, holder, nic);
  if (restored) await sql`delete from parked_nic where id = ${nic.id}`.execute(ctx.db);
  else await releaseNic(ctx, nic.id);
  await announceNetwork(ctx, network);
  return restored;
}

/**
 * Inserts the interface at its former position, with its former MAC address unless that is in use.
 */
async function reinsertNic(
  ctx: Db,
  holder: NicServer,
  { id, position, networkId, mac }: ParkedAddress,
): Promise<void> {
  for (let candidate = mac; ; candidate = randomMac()) {
    const { rows } = await sql`
      insert into nic (id, position, server_id, network_id, mac, server_name, owner_id, site_id) overriding system value
      values (${id}, ${position}::bigint, ${holder.id}, ${networkId}, ${candidate}, ${holder.name}, ${holder.ownerId}, ${holder.siteId})
      on conflict (mac) do nothing returning id`.execute(ctx.db);
    if (rows.length > 0) return;
  }
}

/**
 * Assigns an address of each address family of the network. Null if a family has no free address or
 * the network has no subnet.
 */
async function reallocate(
  ctx: Db,
  { ownerId }: NicServer,
  { id, networkId, before }: ParkedAddress,
): Promise<string[] | null> {
  const { rows: subnets } = await sql<{ id: string; cidr: string; family: number }>`
    select id, cidr::text as cidr, family(cidr) as family from subnet where network_id = ${networkId} order by cidr for key share`.execute(
    portalDb(ctx, blocksRemoval),
  );
  const excluded = await gatewaysOf(ctx, id, networkId);
  const families = [...new Set(subnets.map(({ family }) => family))];
  for (const family of families) {
    const familySubnets = subnets.filter((subnet) => subnet.family === family);
    const formerAddress = before.find((address) => address.includes(':') === (family === 6));
    if (
      formerAddress !== undefined &&
      (await allocatePrevious(ctx, id, networkId, formerAddress, ownerId))
    )
      continue;
    if (!(await allocateLowest(ctx, id, familySubnets, excluded))) return null;
  }
  const { rows } = await sql<{ ip: string }>`
    select host(ip) as ip from address where nic_id = ${id} order by family(ip), address.ip`.execute(
    ctx.db,
  );
  return rows.length > 0 ? rows.map(({ ip }) => ip) : null;
}

async function allocatePrevious(
  ctx: Db,
  nicId: string,
  networkId: string,
  address: string,
  ownerId: string,
): Promise<boolean> {
  const { rows } = await sql<{ ip: string | null }>`
    select take_chosen_address(id, ${nicId}, ${address}, ${ownerId}) as ip from subnet
    where network_id = ${networkId} and cidr >> ${address}::inet
      and ${address}::inet between first_host(cidr) and last_host(cidr)`.execute(ctx.db);
  return Boolean(rows[0]?.ip);
}

/** Returns the interfaces that are still parked. */
export async function parkedNics(ctx: Db, serverId: string): Promise<ParkedNic[]> {
  const { rows } = await sql<ParkedNic>`
    select id as "nicId", network_name as "networkName" from parked_nic where server_id = ${serverId} order by position`.execute(
    ctx.db,
  );
  return rows;
}

/** Deletes parked interfaces that can't be restored. */
export async function dropParkedNics(ctx: Db, serverId: string): Promise<void> {
  await sql`delete from parked_nic where server_id = ${serverId}`.execute(ctx.db);
}
