import { sql } from 'kysely';
import type * as z from 'zod';
import { render } from '../../../../../contract/errors/messages.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { scopeOf } from '../../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../../server/platform/database/listPage.ts';
import { type Datacenter, listDatacenters } from '../../../datacenters/server/index.ts';
import type { networkItem, subnetItem } from '../../contract.ts';
import { networkDenialReason, visible } from '../access.ts';
import { networkActions, subnetActions } from '../actions.ts';
import {
  findNetwork,
  type NetworkRow,
  networkColumns,
  type SubnetRow,
  subnetColumns,
} from '../find.ts';
import { hostsOf, isShownAsRange, parseAddress } from '../rules/ranges.ts';
import { addressKind, type NetworkKind, networkType } from '../tables.ts';
import { describeNetwork } from './describe.ts';

export type NetworkItem = z.output<typeof networkItem>;
export type SubnetItem = z.output<typeof subnetItem>;

export interface SubnetWithCounts extends SubnetRow {
  first: string;
  last: string;
  used: number;
  reserved: number;
  /** Names of the first few servers with addresses in the subnet. */
  servers: string[];
}

interface NetworkWithCounts extends NetworkRow {
  owner: string | null;
  cards: number;
  servers: string[];
  subnets: SubnetWithCounts[];
}

/** How many server names are read for messages that list them. */
const maxNames = sql`6`;

export const countedSubnetColumns = sql`
  ${subnetColumns}, host(first_host(subnet.cidr)) as first, host(last_host(subnet.cidr)) as last,
  (select count(*) from address where subnet_id = subnet.id and kind = ${addressKind.none}) as used,
  (select count(*) from address where subnet_id = subnet.id and kind <> ${addressKind.none}) as reserved,
  array(select distinct nic.server_name from address join nic on nic.id = address.nic_id where address.subnet_id = subnet.id order by 1 limit ${maxNames}) as servers`;

const columnsOf = (ctx: Context) => sql`
  ${networkColumns(ctx)}, coalesce(owner.email, account_email(network.owner_id)) as owner, (select count(*) from nic where nic.network_id = network.id) as cards,
  array(select distinct nic.server_name from nic where nic.network_id = network.id order by 1 limit ${maxNames}) as servers,
  coalesce((select jsonb_agg(to_jsonb(counted) order by cidr::cidr)
    from (select ${countedSubnetColumns} from subnet where subnet.network_id = network.id) counted), '[]') as subnets`;

const from = sql`network left join user_account owner on owner.id = network.owner_id`;

interface NetworkLookups {
  datacenters: ReadonlyMap<string, Datacenter>;
  descriptions: ReadonlyMap<string, Record<NetworkKind, LocalizedText>>;
}

async function loadLookups(ctx: Context): Promise<NetworkLookups> {
  const datacenters = await listDatacenters(ctx);
  const descriptions = new Map<string, Record<NetworkKind, LocalizedText>>();
  for (const { id, engine } of datacenters)
    descriptions.set(
      id,
      describeNetwork((await ctx.services.engines.capabilities(engine)).network),
    );
  return {
    datacenters: new Map(datacenters.map((datacenter) => [datacenter.id, datacenter])),
    descriptions,
  };
}

interface NetworkQuery extends ListRequest {
  datacenter?: string | undefined;
  kind?: NetworkKind | undefined;
  /** Only these networks, as far as they are visible to the user. */
  ids?: readonly string[];
  /**
   * Excludes customers' networks that an administrator can see, to select networks for the
   * administrator's own servers.
   */
  isOwn?: boolean;
}

/** Returns a page of the networks visible to the user. */
export async function listNetworks(
  ctx: SignedInContext,
  query: NetworkQuery,
): Promise<Page<NetworkItem> & { datacenters: { id: string; name: string }[] }> {
  const lookups = await loadLookups(ctx);
  const { datacenter, kind } = query;
  const where = [visible(ctx)];
  if (datacenter) where.push(sql`network.datacenter_id = ${datacenter}`);
  if (kind) where.push(sql`network.kind = ${kind}`);
  if (query.filter) where.push(searchFor(query.filter));
  if (query.ids) where.push(sql`network.id = any(${[...query.ids]}::uuid[])`);
  if (query.isOwn && scopeOf(ctx.actor).kind !== 'own')
    where.push(sql`(network.owner_id is null or network.owner_id = ${ctx.actor.userId})`);
  const page = await readListPage<NetworkWithCounts, NetworkItem>(
    ctx.db,
    {
      from,
      columns: columnsOf(ctx),
      where,
      sorts: {
        name: { column: sql`network.name_key`, type: 'text' },
        kind: { column: sql`network.kind`, type: 'text' },
        vlan: { column: sql`network.vlan`, type: 'numeric' },
        created: { column: sql`network.created_at`, type: 'timestamptz' },
      },
      id: { column: sql`network.id`, type: 'uuid' },
      defaultSorting: '-kind',
      map: (row) => present(ctx, row, lookups),
    },
    query,
    { ...(datacenter ? { datacenter } : {}), ...(kind ? { kind } : {}) },
  );
  return {
    ...page,
    datacenters: [...lookups.datacenters.values()].map(({ id, name }) => ({ id, name })),
  };
}

/** Matches part of a name, a number, or an address in the network. */
function searchFor(filter: string) {
  const address = parseAddress(filter);
  if (address)
    return sql<boolean>`exists (select from subnet where subnet.network_id = network.id and subnet.cidr >>= ${address.address}::inet)`;
  const nameMatches = sql<boolean>`network.name ilike ${containing(filter)}`;
  return /^\d{1,8}$/.test(filter)
    ? sql<boolean>`(network.vlan = ${Number(filter)} or ${nameMatches})`
    : nameMatches;
}

/** Returns a network visible to the user. Throws `notFound`. */
export async function getNetwork(ctx: Context, networkId: string): Promise<NetworkItem> {
  await findNetwork(ctx, networkId);
  const { rows } =
    await sql<NetworkWithCounts>`select ${columnsOf(ctx)} from ${from} where network.id = ${networkId}`.execute(
      ctx.db,
    );
  return present(ctx, rows[0] as NetworkWithCounts, await loadLookups(ctx));
}

function present(
  ctx: Context,
  row: NetworkWithCounts,
  { datacenters, descriptions }: NetworkLookups,
): NetworkItem {
  const datacenter = datacenters.get(row.datacenterId);
  const denialReason = networkDenialReason(ctx, row);
  const denialText = denialReason && render(denialReason.code, ctx.language, denialReason.values);
  const subnets = row.subnets.map((subnet) => presentSubnet(ctx, subnet, denialText));
  return {
    ...{
      id: row.id,
      name: row.name,
      kind: row.kind,
      type: networkType[row.kind],
      vlan: row.vlan,
      note: row.note,
    },
    ...{
      datacenterId: row.datacenterId,
      datacenter: datacenter?.name ?? '',
      datacenterCode: datacenter?.code ?? '',
    },
    description: descriptions.get(row.datacenterId)?.[row.kind][ctx.language] ?? '',
    isShared: row.ownerId === null,
    owner: row.owner ?? '',
    subnets,
    free: subnets.reduce((sum, { family, free }) => (family === 4 ? sum + (free ?? 0) : sum), 0),
    used: subnets.reduce((sum, { family, used }) => (family === 4 ? sum + used : sum), 0),
    cards: row.cards,
    actions: networkActions(ctx, row, denialText),
  };
}

export function presentSubnet(
  ctx: Context,
  row: SubnetWithCounts,
  denialReason: string | null,
): SubnetItem {
  const { first, last, servers, networkId: _networkId, ...subnet } = row;
  const prefix = Number(row.cidr.split('/')[1]);
  const hosts = hostsOf(row.cidr);
  return {
    ...subnet,
    prefix,
    range: isShownAsRange(prefix) ? { first, last } : null,
    free: hosts === null ? null : hosts - row.used - row.reserved,
    actions: subnetActions(ctx, { cidr: row.cidr, servers }, denialReason),
  };
}
