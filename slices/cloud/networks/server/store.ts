import { sql } from 'kysely';
import type { Db, NetworkKind, Route } from './tables.ts';

/** An address of an interface, with the properties of its subnet. */
export interface BoundNicAddress {
  subnetId: string;
  address: string;
  prefix: number;
  /** Null if the subnet has no gateway. */
  gateway: string | null;
  dns: string[];
  routes: Route[];
  /** Whether the address is assigned by DHCP. Otherwise the seed contains it. */
  dhcp: boolean;
  reverseName: string | null;
}

/** A network interface with its addresses, as required by drivers and seeds. */
export interface AllocatedNic {
  mac: string;
  /** The first of `addresses`. */
  address: string;
  prefix: number;
  gateway: string | null;
  dns: string[];
  /** At most one address per family, IPv4 first. */
  addresses: BoundNicAddress[];
  networkId: string;
  networkName: string;
  kind: NetworkKind;
  vlan: number;
}

export interface ServerNic extends AllocatedNic {
  nicId: string;
  serverId: string;
}

/**
 * Returns the interfaces of these servers, in the order they were added. Includes public interfaces
 * of servers in the Trash.
 */
export async function describeNics(ctx: Db, serverIds: readonly string[]): Promise<ServerNic[]> {
  return await readNics(ctx, sql`nic.server_id = any(${[...serverIds]}::uuid[])`);
}

/** Returns the interface, or null if it doesn't exist. */
export async function findNic(ctx: Db, nicId: string): Promise<ServerNic | null> {
  return (await readNics(ctx, sql`nic.id = ${nicId}`))[0] ?? null;
}

/**
 * Returns the interface as it will be in the network it is moving to, or null if it isn't moving.
 * An interface belongs to one network, so its addresses in another network are reserved for the
 * move.
 */
export async function findNicAfterMove(ctx: Db, nicId: string): Promise<ServerNic | null> {
  const networkAfter = sql`(select subnet.network_id from address join subnet on subnet.id = address.subnet_id
    where address.nic_id = nic.id and subnet.network_id <> nic.network_id limit 1)`;
  return (await readNics(ctx, sql`nic.id = ${nicId}`, networkAfter))[0] ?? null;
}

type NicRow = Omit<ServerNic, 'address' | 'prefix' | 'gateway' | 'dns'>;

async function readNics(
  ctx: Db,
  condition: ReturnType<typeof sql>,
  networkOf = sql`nic.network_id`,
): Promise<ServerNic[]> {
  const { rows } = await sql<NicRow>`
    select nic.id as "nicId", nic.server_id as "serverId", nic.mac::text as mac, held.addresses,
      network.id as "networkId", network.name as "networkName", network.kind, network.vlan
    from nic join network on network.id = ${networkOf} cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'subnetId', subnet.id, 'address', host(address.ip), 'prefix', masklen(subnet.cidr), 'gateway', host(subnet.gateway),
        'dns', array(select host(server) from unnest(subnet.dns) as server), 'routes', subnet.routes, 'dhcp', subnet.has_dhcp,
        'reverseName', address.reverse_name
      ) order by family(address.ip), address.ip) as addresses
      from address join subnet on subnet.id = address.subnet_id where address.nic_id = nic.id and subnet.network_id = network.id
    ) held
    where ${condition} and held.addresses is not null order by nic.server_id, nic.position`.execute(
    ctx.db,
  );
  return rows.map((row) => {
    const [first] = row.addresses;
    if (!first) throw new Error(`The network card ${row.nicId} has no address.`);
    const { address, prefix, gateway, dns } = first;
    return { ...row, address, prefix, gateway, dns };
  });
}
