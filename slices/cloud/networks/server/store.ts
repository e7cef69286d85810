import { sql } from 'kysely';
import type { Db, NetworkKind, Route } from './tables.ts';

/** An address of an interface, with the properties of its subnet. */
export interface CardAddress {
  subnetId: string;
  address: string;
  prefix: number;
  /** Null: nothing leads out of the subnet. */
  gateway: string | null;
  dns: string[];
  routes: Route[];
  /** True: assigned by DHCP. Otherwise the seed contains it. */
  dhcp: boolean;
  reverseName: string | null;
}

/** A network interface with its addresses, as drivers and seeds need it. */
export interface AllocatedNic {
  mac: string;
  /** The first of `addresses`. */
  address: string;
  prefix: number;
  gateway: string | null;
  dns: string[];
  /** At most one of each family, IPv4 first. */
  addresses: CardAddress[];
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
 * The interfaces of these servers, in the order they were added, including public ones of servers
 * in the Trash.
 */
export async function describeNics(ctx: Db, serverIds: readonly string[]): Promise<ServerNic[]> {
  return await readNics(ctx, sql`nic.server_id = any(${[...serverIds]}::uuid[])`);
}

/** The interface, or null. */
export async function findNic(ctx: Db, nicId: string): Promise<ServerNic | null> {
  return (await readNics(ctx, sql`nic.id = ${nicId}`))[0] ?? null;
}

/**
 * The interface as it will be in the network it is moving to, null when it isn't moving. An
 * interface is in one network, so addresses in another one are reserved for its move.
 */
export async function findNicAfterMove(ctx: Db, nicId: string): Promise<ServerNic | null> {
  const after = sql`(select subnet.network_id from address join subnet on subnet.id = address.subnet_id
    where address.nic_id = nic.id and subnet.network_id <> nic.network_id limit 1)`;
  return (await readNics(ctx, sql`nic.id = ${nicId}`, after))[0] ?? null;
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
