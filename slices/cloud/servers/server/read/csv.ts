import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../../../server/platform/csv.ts';
import type { ServerListQuery } from '../store/list.ts';
import { listServers, type ServerItem } from './present.ts';

const columns: readonly [title: string, value: (server: ServerItem) => string | number][] = [
  ['id', (server) => server.id],
  ['name', (server) => server.name],
  ['status', (server) => server.status],
  ['power', (server) => server.power],
  ['datacenter', (server) => server.datacenter],
  ['image', (server) => server.image],
  ['cpu type', (server) => server.cpuType],
  ['cores', (server) => server.cores],
  ['memory MB', (server) => server.ramMb],
  ['disk GB', (server) => server.diskGb],
  ['ip addresses', (server) => server.ips.join(' ')],
  ['billing', (server) => server.billingMode],
  ['cost this month', (server) => server.cost?.amount ?? ''],
  ['currency', (server) => server.cost?.currency ?? ''],
  ['tags', (server) => server.tags.join(' ')],
  ['owner', (server) => server.owner],
  ['created', (server) => server.createdAt],
];

/** All filtered rows as CSV, with a byte order mark so that spreadsheets read it as UTF-8. */
export async function serversCsv(ctx: SignedInContext, query: ServerListQuery): Promise<string> {
  const { items } = await listServers(ctx, { ...query, size: 0 });
  const lines = [
    columns.map(([title]) => title),
    ...items.map((server) => columns.map(([, value]) => value(server))),
  ];
  return csvMark + lines.map(csvLine).join('');
}
