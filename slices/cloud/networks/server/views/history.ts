import { sql } from 'kysely';
import type * as z from 'zod';
import { scopeOf, visibleTo } from '../../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { readDatePage } from '../../../../operations/audit/server/index.ts';
import { listDatacenters } from '../../../datacenters/server/index.ts';
import type { addressTenancy, networkEndpoints } from '../../contract.ts';
import { networkAccessColumns } from '../access.ts';
import { parseAddress } from '../rules/ranges.ts';
import { noTemplate, parseTemplate } from '../rules/template.ts';

type Query = z.output<(typeof networkEndpoints)['getAddressHistory']['query']>;
type HistoryPage = z.input<(typeof networkEndpoints)['getAddressHistory']['answer']>;

interface Row
  extends Omit<z.output<typeof addressTenancy>, 'from' | 'to' | 'datacenter' | 'owner'> {
  at: Date;
  to: Date | null;
  owner: string | null;
  datacenterId: string;
}

/** When the address was reassigned or freed. Null while this entry is current. */
const endedAt = sql`(select later.at from address_history later
  where later.ip = h.ip and later.network_id = h.network_id and later.id > h.id order by later.id limit 1)`;

const columns = sql`
  h.id::text as id, host(h.ip) as address, h.at, ${endedAt} as "to", h.server_id as "serverId", h.server_name as server,
  exists (select from nic where nic.server_id = h.server_id) as "isThere", account_email(h.owner_id) as owner,
  h.mac::text as mac, h.datacenter_id as "datacenterId", h.network_id as "networkId",
  coalesce((select network.name from network where network.id = h.network_id), h.network_name) as network,
  h.subnet_id as "subnetId", h.cidr::text as subnet`;

/**
 * Lists which servers had which address and when, newest first. Server owners see the periods
 * during which they owned the server. The network owner sees everything in the network. Reads
 * append-only records.
 */
export async function getAddressHistory(ctx: SignedInContext, query: Query): Promise<HistoryPage> {
  const datacenters = new Map((await listDatacenters(ctx)).map(({ id, name }) => [id, name]));
  const where = [
    sql`h.event in ('taken', 'handedOver') and h.server_id is not null`,
    isVisible(ctx),
  ];
  if (query.address) where.push(matchesAddress(query.address));
  if (query.serverId) where.push(sql`h.server_id = ${query.serverId}`);
  if (query.at)
    where.push(
      sql`h.at <= ${query.at}::timestamptz and coalesce(${endedAt} > ${query.at}::timestamptz, true)`,
    );
  const source = { columns, from: sql`address_history h`, where, at: sql`h.at`, id: sql`h.id` };
  return await readDatePage<Row, HistoryPage['items'][number]>(ctx, source, query, (row) =>
    present(row, datacenters),
  );
}

/**
 * Each way to access an entry has its own index. Administrators with full access need only the
 * first condition.
 */
function isVisible(ctx: SignedInContext) {
  const heldByViewer = visibleTo(ctx, {
    owner: 'h.owner_id',
    site: 'h.site_id',
    object: { type: 'ot.server', id: 'h.server_id' },
  });
  if (scopeOf(ctx.actor).kind === 'all') return heldByViewer;
  return sql<boolean>`(${heldByViewer} or h.network_id = any(array(select network.id from network where ${visibleTo(ctx, networkAccessColumns)})))`;
}

function matchesAddress(input: string) {
  const parsed = parseAddress(input);
  if (parsed) return sql<boolean>`h.ip = ${parsed.address}::inet`;
  const template = parseTemplate(input);
  if (template) return sql<boolean>`host(h.ip) ~ ${template.pattern}`;
  throw noTemplate('address');
}

function present(
  {
    id,
    address,
    serverId,
    server,
    isThere,
    mac,
    networkId,
    network,
    subnetId,
    subnet,
    ...row
  }: Row,
  datacenters: ReadonlyMap<string, string>,
) {
  return {
    ...{ id, address, serverId, server, isThere, mac, networkId, network, subnetId, subnet },
    ...{ from: row.at.toISOString(), to: row.to?.toISOString() ?? null },
    ...{ owner: row.owner ?? '', datacenter: datacenters.get(row.datacenterId) ?? '' },
  };
}
