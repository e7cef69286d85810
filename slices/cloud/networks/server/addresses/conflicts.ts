import { type RawBuilder, sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { localize } from '../../texts/localize.ts';

type Ctx = Pick<Context, 'db'>;

/**
 * The subnets that contain addresses of the server, on any interface, as `subnet`, `nic` and
 * `address`.
 */
const sameServerCondition = (nicId: string): RawBuilder<unknown> => sql`
  nic join address on address.nic_id = nic.id join subnet on subnet.id = address.subnet_id
  where nic.server_id = (select server_id from nic where id = ${nicId})`;

/**
 * Returns the gateways and next hops that the server uses or will use in the network. None of the
 * server's interfaces can have one of these addresses.
 */
export async function gatewaysOf(ctx: Ctx, nicId: string, networkId: string): Promise<string[]> {
  const { rows } = await sql<{ ip: string }>`
    with used as (
      select subnet.gateway, subnet.routes from ${sameServerCondition(nicId)}
      union all select gateway, routes from subnet where network_id = ${networkId}
    )
    select host(gateway) as ip from used where gateway is not null
    union select route ->> 'via' from used, jsonb_array_elements(used.routes) as route`.execute(
    ctx.db,
  );
  return rows.map(({ ip }) => ip);
}

/**
 * Checks the whole server after addresses were assigned. Throws `networkAddressInvalid` if another
 * network of the server has an overlapping subnet, because the guest couldn't tell them apart, or
 * if an interface has the address of a gateway that the server uses. Several interfaces in one
 * network are allowed.
 */
export async function requireNoConflict(
  ctx: Ctx,
  nicId: string,
  networkId: string,
  { networkKey, addressKey }: { networkKey: string; addressKey: string },
): Promise<void> {
  const { rows } = await sql<{ mine: string; other: string; network: string }>`
    select mine.cidr::text as mine, subnet.cidr::text as other, (select name from network where network.id = subnet.network_id) as network
    from subnet mine, ${sameServerCondition(nicId)} and nic.id <> ${nicId} and mine.network_id = ${networkId}
      and subnet.network_id <> mine.network_id and subnet.cidr && mine.cidr
    order by mine.cidr limit 1`.execute(ctx.db);
  const [overlap] = rows;
  if (overlap)
    throw userError(
      'networkAddressInvalid',
      { address: overlap.mine, problem: overlaps(overlap) },
      networkKey,
    );
  const gateways = await gatewaysOf(ctx, nicId, networkId);
  const { rows: ownRows } = await sql<{ ip: string }>`
    select host(address.ip) as ip from ${sameServerCondition(nicId)} and address.ip = any(${gateways}::inet[]) limit 1`.execute(
    ctx.db,
  );
  const [gateway] = ownRows;
  if (gateway)
    throw userError(
      'networkAddressInvalid',
      { address: gateway.ip, problem: isGateway },
      addressKey,
    );
}

const overlaps = ({ other, network }: { other: string; network: string }): LocalizedText =>
  localize('overlaps', { other, network });
const isGateway: LocalizedText = localize('isGateway');

/**
 * Like `requireNoConflict`, for all servers on a network after one of its subnets was saved. Throws
 * `networkAddressInvalid` with the name of a server that has an overlapping subnet on another
 * network, or an address that the subnet uses as a gateway or next hop.
 */
export async function requireNoConflictOnServers(
  ctx: Ctx,
  { subnetId, networkId }: { subnetId: string; networkId: string },
  rangeKey: string,
): Promise<void> {
  const onNetwork = sql`
    subnet mine, nic here join nic on nic.server_id = here.server_id join address on address.nic_id = nic.id
    join subnet on subnet.id = address.subnet_id
    where mine.id = ${subnetId} and here.network_id = ${networkId}`;
  const { rows: ranges } = await sql<{
    mine: string;
    other: string;
    network: string;
    server: string;
  }>`
    select mine.cidr::text as mine, subnet.cidr::text as other, nic.server_name as server,
      (select name from network where network.id = subnet.network_id) as network
    from ${onNetwork} and subnet.network_id <> mine.network_id and subnet.cidr && mine.cidr
    order by nic.server_name, subnet.cidr limit 1`.execute(ctx.db);
  const [range] = ranges;
  if (range)
    throw userError(
      'networkAddressInvalid',
      { address: range.mine, problem: overlapsOnServer(range) },
      rangeKey,
    );
  const { rows: gateways } = await sql<{ ip: string; server: string; route: number | null }>`
    with hops as (
      select gateway as ip, null::int as route from subnet where id = ${subnetId} and gateway is not null
      union all
      select (hop.route ->> 'via')::inet, (hop.position - 1)::int
      from subnet, jsonb_array_elements(routes) with ordinality as hop (route, position) where id = ${subnetId}
    )
    select host(hops.ip) as ip, nic.server_name as server, hops.route
    from hops, ${onNetwork} and host(address.ip) = host(hops.ip)
    order by hops.route nulls first, nic.server_name limit 1`.execute(ctx.db);
  const [gateway] = gateways;
  if (!gateway) return;
  const key = gateway.route === null ? 'gateway' : `routes.${gateway.route}.via`;
  throw userError(
    'networkAddressInvalid',
    { address: gateway.ip, problem: addressInUse(gateway.server) },
    key,
  );
}

const overlapsOnServer = ({
  other,
  network,
  server,
}: {
  other: string;
  network: string;
  server: string;
}): LocalizedText => localize('overlapsOnServer', { other, network, server });
const addressInUse = (server: string): LocalizedText => localize('isAddressOf', { server });
