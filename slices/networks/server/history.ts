import { sql } from 'kysely';
import type * as z from 'zod';
import { reaches } from '../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { listDatacenters } from '../../datacenters/server/index.ts';
import type { addressTenancy, networkEndpoints } from '../contract.ts';
import { networkReach } from './access.ts';
import { readAddress } from './rules/ranges.ts';
import { noTemplate, readTemplate } from './rules/template.ts';

type Query = z.output<(typeof networkEndpoints)['readAddressHistory']['query']>;
type HistoryPage = z.input<(typeof networkEndpoints)['readAddressHistory']['answer']>;

interface Row extends Omit<z.output<typeof addressTenancy>, 'from' | 'to' | 'datacenter' | 'owner'> {
  from: Date;
  to: Date | null;
  owner: string | null;
  datacenterId: string;
  total: number;
}

const defaultSize = 25;

/**
 * Which servers had which address from when to when, the latest first. A server's owner sees what his servers had while they were
 * his, the owner of a network everything in it. Read from what is only ever added to.
 */
export async function readAddressHistory(ctx: SignedInContext, query: Query): Promise<HistoryPage> {
  const size = query.size ?? defaultSize;
  const from = query.from ?? null;
  const skip = query.skip ?? 0;
  const datacenters = new Map((await listDatacenters(ctx)).map(({ id, name }) => [id, name]));
  const holder = reaches(ctx, { owner: 'h.owner_id', site: 'h.site_id', object: { type: 'ot.server', id: 'h.server_id' } });
  const where = [sql`(${holder} or exists (select from network where network.id = h.network_id and ${reaches(ctx, networkReach)}))`];
  if (query.address) where.push(addressIs(query.address));
  if (query.serverId) where.push(sql`h.server_id = ${query.serverId}`);
  if (query.at) where.push(sql`h.at <= ${query.at}::timestamptz and (ended.at is null or ended.at > ${query.at}::timestamptz)`);
  const { rows } = await sql<Row>`
    -- A cursor knows a moment to the millisecond: so does the order.
    with tenancy as (
      select h.id::text as id, h.id as number, host(h.ip) as address, date_trunc('milliseconds', h.at) as "from", ended.at as "to",
        h.server_id as "serverId", h.server_name as server, exists (select from nic where nic.server_id = h.server_id) as "isThere",
        account_email(h.owner_id) as owner, h.mac::text as mac, h.datacenter_id as "datacenterId", h.network_id as "networkId",
        coalesce((select network.name from network where network.id = h.network_id), h.network_name) as network,
        h.subnet_id as "subnetId", h.cidr::text as subnet
      from address_history h
      left join lateral (
        select later.at from address_history later
        where later.ip = h.ip and later.network_id = h.network_id and later.id > h.id order by later.id limit 1
      ) ended on true
      where h.event in ('taken', 'handedOver') and h.server_id is not null and ${sql.join(where, sql` and `)}
    )
    select tenancy.*, (select count(*) from tenancy) as total from tenancy
    where ${from}::timestamptz is null or "from" <= ${from}::timestamptz
    order by "from" desc, number desc limit ${size + 1} offset ${skip}`.execute(ctx.db);
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const lastMoment = last?.from.toISOString() ?? null;
  const sameMoment = shown.filter((row) => row.from.getTime() === last?.from.getTime()).length;
  const hasNext = rows.length > size;
  return {
    ...{ size, total: rows[0]?.total ?? 0, next: hasNext, nextDate: hasNext ? lastMoment : null, from, prevDate: null },
    ...{ firstElement: shown.length === 0 ? 0 : 1, lastElement: shown.length, userId: null },
    ...{ nextSkip: lastMoment === from ? skip + sameMoment : sameMoment, prevSkip: 0 },
    items: shown.map((row) => present(row, datacenters)),
  };
}

function addressIs(given: string) {
  const read = readAddress(given);
  if (read) return sql<boolean>`h.ip = ${read.address}::inet`;
  const template = readTemplate(given);
  if (template) return sql<boolean>`host(h.ip) ~ ${template.pattern}`;
  throw noTemplate('address');
}

function present(
  { id, address, serverId, server, isThere, mac, networkId, network, subnetId, subnet, ...row }: Row,
  datacenters: ReadonlyMap<string, string>,
) {
  return {
    ...{ id, address, serverId, server, isThere, mac, networkId, network, subnetId, subnet },
    ...{ from: row.from.toISOString(), to: row.to?.toISOString() ?? null },
    ...{ owner: row.owner ?? '', datacenter: datacenters.get(row.datacenterId) ?? '' },
  };
}
