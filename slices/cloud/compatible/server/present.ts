import type * as z from 'zod';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import { type Datacenter, listDatacenters } from '../../datacenters/server/index.ts';
import type { serverDetail, snapshotItem } from '../../servers/contract.ts';
import type { networkNic, SnapshotTree, serverInfo } from '../contract/parts.ts';
import type { Call } from './describe/operations.ts';
import { ownServers } from './describe/select.ts';
import { longTime, toForeignPackageId } from './describe/values.ts';
import { defaultPackage } from './options.ts';
import { networkName, networksOf, qualifiedImageId } from './serverOptions.ts';

export type Detail = z.output<typeof serverDetail>;
type ServerInfo = z.output<typeof serverInfo>;

/** The shared data for presenting servers. */
export interface ServerLookups {
  places: readonly Pick<Datacenter, 'id' | 'shortCode'>[];
  /** The default package to show. */
  usualPackage: string;
}

export async function loadLookups(call: Call): Promise<ServerLookups> {
  return { places: await listDatacenters(call.ctx), usualPackage: await defaultPackageOf(call) };
}

async function defaultPackageOf({ ctx, portal }: Call): Promise<string> {
  if (!hasPermission(ctx, 'pricing.view') || ctx.actor.key?.serverIds) return '';
  const { groups } = await portal('getPrices', {});
  const packages = groups
    .flatMap(({ items }) => items)
    .filter(({ code }) => code.startsWith('traffic.'));
  return defaultPackage(
    packages.map(({ code }) => ({ id: toForeignPackageId(code.slice('traffic.'.length)) })),
  );
}

export const codeOf = ({ places }: Pick<ServerLookups, 'places'>, datacenterId: string): string =>
  places.find(({ id }) => id === datacenterId)?.shortCode ?? '';

const powerOf = (power: Detail['power']): 'on' | 'off' => (power === 'on' ? 'on' : 'off');

/** `GET /service/servers`: the account's own servers. */
export async function listServers(call: Call) {
  const places = await listDatacenters(call.ctx);
  const servers = await ownServers(call);
  return servers.map(({ id, name, datacenterId, power }) => ({
    ...{ id, name, datacenter: codeOf({ places }, datacenterId), power: powerOf(power) },
  }));
}

export const readDetail = ({ portal }: Call, serverId: string): Promise<Detail> =>
  portal('getServer', { params: { serverId } });

export function describeServer(server: Detail, lookups: ServerLookups): ServerInfo {
  const { billingMode, trafficPackage } = server;
  const packageLabel = trafficPackage ? toForeignPackageId(trafficPackage) : '';
  return {
    id: server.id,
    datacenter: codeOf(lookups, server.datacenterId),
    name: server.name,
    cpu: `${server.cores}${server.cpuType}`,
    ram: server.ramMb,
    power: powerOf(server.power),
    diskSizes: server.disks.map(({ sizeGb }) => sizeGb),
    networks: server.nics.map((nic) => ({
      network: nicName(server, nic, lookups),
      ips: addressesOf(nic),
    })),
    billing: billingMode,
    // Packages don't apply to hourly billing, but clients keep the default package in their state.
    traffic: billingMode === 'hourly' && packageLabel === '' ? lookups.usualPackage : packageLabel,
    managed: server.managed ? '1' : '0',
    backup: server.backup ? '1' : '0',
  };
}

type Nic = Detail['nics'][number];

const addressesOf = ({ addresses }: Nic): string[] => addresses.map(({ address }) => address);

const nicName = (
  { datacenterId }: Detail,
  { kind, vlan, networkName: name }: Nic,
  lookups: ServerLookups,
): string =>
  networkName({
    kind,
    vlan,
    name,
    datacenterCode: codeOf(lookups, datacenterId),
    isShared: kind === 'wan',
  });

export async function listCards(
  call: Call,
  serverId: string,
): Promise<z.output<typeof networkNic>[]> {
  const server = await readDetail(call, serverId);
  const lookups = await loadLookups(call);
  return server.nics.map((nic) => ({
    ...{ network: nicName(server, nic, lookups), ips: addressesOf(nic) },
    ...{ connected: nic.isConnected, mac: nic.mac, routedIps: [], manualConfigEnabled: false },
    actions: {
      'nic.connect': nic.actions.connect === null,
      'nic.disconnect': nic.actions.disconnect === null,
      'nic.change': nic.actions.move === null,
      'nic.remove': nic.actions.remove === null,
      ...{ 'nic.info': true, 'nic.ip.add': false, 'nic.ip.remove': false },
    },
  }));
}

/** The items that are charged while a server is off. One-time purchases are excluded. */
export const poweredOffItems = (lines: NonNullable<Detail['price']>['lines']) =>
  lines.flatMap(({ item, quantity, mode }) =>
    mode === 'purchase' ? [] : [{ item, quantity, mode, powerState: 'off' as const }],
  );

/**
 * The prices as text: per month on, per hour on, and per hour off. `0` if the caller has no access
 * to prices.
 */
export async function pricesOf({ portal }: Call, { price }: Detail) {
  if (!price) return { priceMonthlyOn: '0', priceHourlyOn: '0', priceHourlyOff: '0' };
  const items = poweredOffItems(price.lines);
  const off = items.length > 0 ? await portal('estimatePrice', { body: { items } }) : price;
  return { priceMonthlyOn: price.monthly, priceHourlyOn: price.hourly, priceHourlyOff: off.hourly };
}

type Snapshot = z.output<typeof snapshotItem>;

/** A flat list. Each item contains its depth instead of its children. */
export async function listSnapshots({ portal }: Call, serverId: string) {
  const { items } = await portal('listSnapshots', { params: { serverId } });
  return items.map((item) => ({ ...describeSnapshot(item, items), child: [] }));
}

export async function treeOfSnapshots({ portal }: Call, serverId: string): Promise<SnapshotTree[]> {
  const { items } = await portal('listSnapshots', { params: { serverId } });
  const snapshotsUnder = (parentId: string | null): SnapshotTree[] =>
    items
      .filter((item) => item.parentId === parentId)
      .map((item) => ({ ...describeSnapshot(item, items), child: snapshotsUnder(item.id) }));
  return snapshotsUnder(null);
}

const describeSnapshot = (item: Snapshot, all: readonly Snapshot[]) => ({
  ...{ id: item.id, name: item.name, date: longTime(item.createdAt), active: item.isCurrent },
  depth: depthOf(item, all),
});

function depthOf({ parentId }: Snapshot, all: readonly Snapshot[]): number {
  const parent = all.find(({ id }) => id === parentId);
  return parent ? depthOf(parent, all) + 1 : 0;
}

/** Maximum number of history entries, latest first. */
const historyLines = '500';

export async function listHistory({ ctx, portal }: Call, serverId: string) {
  const { items } = await portal('getServerHistory', {
    params: { serverId },
    query: { size: historyLines },
  });
  return items.map(({ at, text, by }) => ({
    action: text,
    date: longTime(at),
    user: by || ctx.site.systemName,
  }));
}

/**
 * The SSH address of the guest: a forwarded port if the engine forwards ports, otherwise its own
 * address.
 */
export const sshOf = ({ id, name, nics }: Detail) => ({
  ...{ id, name },
  externalIp: (nics.find(({ kind }) => kind === 'wan') ?? nics[0])?.address ?? '',
});

export async function copyOptions(call: Call, serverId: string) {
  const copy = await call.portal('getCloneOptions', { params: { serverId }, query: {} });
  const datacenter = (await listDatacenters(call.ctx)).find(({ id }) => id === copy.datacenterId);
  const networks = await networksOf(call);
  const nameOf = (networkId: string): string => {
    const found = networks.find(({ id }) => id === networkId);
    return found ? networkName(found) : 'wan';
  };
  return {
    ...{
      names: [copy.suggestedName],
      datacenter: datacenter?.shortCode ?? '',
      cpuStr: `${copy.cores}${copy.cpuType}`,
      cpuType: copy.cpuType,
    },
    ...{
      ramMB: copy.ramMb,
      diskSizesGB: copy.disks.map(({ sizeGb }) => sizeGb),
      billingMode: copy.billingMode === 'monthly' ? 0 : 1,
    },
    ...{
      trafficPackage: toForeignPackageId(copy.trafficPackage ?? ''),
      managed: copy.managed,
      backup: copy.backup,
    },
    diskImageId:
      datacenter && copy.imageId
        ? qualifiedImageId({ code: datacenter.shortCode }, copy.imageId)
        : '',
    netNames: copy.nics.map(({ networkId }) => nameOf(networkId)),
  };
}
