import type * as z from 'zod';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { listDatacenters } from '../../datacenters/server/index.ts';
import {
  describeNics,
  listNetworks,
  type NetworkItem,
  type ServerNic,
} from '../../networks/server/index.ts';
import { listedUnavailableReason, listServers } from '../../servers/server/index.ts';
import type { topologyEndpoints, topologyNetwork, topologyServer } from '../contract.ts';

type Topology = z.input<(typeof topologyEndpoints)['getTopology']['answer']>;
type Query = z.output<(typeof topologyEndpoints)['getTopology']['query']>;

/** The maximum number of items that is readable on a screen. */
const limits = { networks: 100, servers: 200 };

/** Returns the map: the networks and servers visible to the user, and their connections. */
export async function getTopology(
  ctx: SignedInContext,
  { datacenter, filter }: Query,
): Promise<Topology> {
  const datacenterFilter = datacenter ? { datacenter } : {};
  const servers = await listServers(ctx, {
    ...datacenterFilter,
    ...(filter ? { filter } : {}),
    size: limits.servers,
    sorting: 'name',
  });
  const nics = await nicsOf(
    ctx,
    servers.items.map(({ id }) => id),
  );
  const { networks, more } = await networksOf(ctx, datacenterFilter, filter, nics);
  const places = new Set([...networks, ...servers.items].map(({ datacenterId }) => datacenterId));
  return {
    datacenters: await datacentersOf(ctx, places),
    networks: networks.map(presentNetwork),
    servers: servers.items.map((server) => {
      const { id, name, power, status, datacenterId } = server;
      const connect = listedUnavailableReason('addNic', server, ctx.language);
      return { id, name, power, status, datacenterId, cards: nics.get(id) ?? [], connect };
    }),
    moreNetworks: more,
    moreServers: servers.total - servers.items.length,
  };
}

type TopologyNic = z.input<typeof topologyServer>['cards'][number];

async function nicsOf(
  ctx: SignedInContext,
  serverIds: readonly string[],
): Promise<Map<string, TopologyNic[]>> {
  const nics = new Map<string, TopologyNic[]>();
  for (const { serverId, ...nic } of await describeNics(ctx, serverIds))
    nics.set(serverId, [...(nics.get(serverId) ?? []), presentNic(nic)]);
  return nics;
}

const presentNic = ({
  nicId,
  networkId,
  networkName,
  addresses,
}: Omit<ServerNic, 'serverId'>): TopologyNic => ({
  ...{ id: nicId, networkId, networkName },
  addresses: addresses.map(({ address, subnetId }) => ({ address, subnetId })),
});

/** Returns the networks that match the search, and those of the servers on the map. */
async function networksOf(
  ctx: SignedInContext,
  datacenterFilter: { datacenter?: string },
  filter: string | undefined,
  nics: ReadonlyMap<string, TopologyNic[]>,
): Promise<{ networks: NetworkItem[]; more: number }> {
  const matchingNetworks = await listNetworks(ctx, {
    ...datacenterFilter,
    ...(filter ? { filter } : {}),
    size: limits.networks,
    sorting: '-kind',
  });
  const foundIds = new Set(matchingNetworks.items.map(({ id }) => id));
  const ids = [...new Set([...nics.values()].flat().map(({ networkId }) => networkId))].filter(
    (id) => !foundIds.has(id),
  );
  const attachedNetworks =
    ids.length > 0 ? (await listNetworks(ctx, { ids, size: 0, sorting: '-kind' })).items : [];
  const more =
    matchingNetworks.total - matchingNetworks.items.length - (filter ? 0 : attachedNetworks.length);
  return { networks: [...matchingNetworks.items, ...attachedNetworks], more: Math.max(0, more) };
}

function presentNetwork({
  id,
  name,
  kind,
  vlan,
  datacenterId,
  datacenterCode,
  isShared,
  subnets,
  actions,
}: NetworkItem): z.input<typeof topologyNetwork> {
  return {
    ...{ id, name, kind, vlan, datacenterId, datacenterCode, isShared, connect: actions.connect },
    subnets: subnets.map((subnet) => ({ id: subnet.id, cidr: subnet.cidr, free: subnet.free })),
  };
}

async function datacentersOf(
  ctx: SignedInContext,
  ids: ReadonlySet<string>,
): Promise<Topology['datacenters']> {
  const visibleDatacenters = (await listDatacenters(ctx)).filter(({ id }) => ids.has(id));
  return await Promise.all(
    visibleDatacenters.map(async ({ id, name, engine }) => ({
      id,
      name,
      isReady: (await ctx.services.engines.capabilities(engine)).ready,
    })),
  );
}
