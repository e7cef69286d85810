import { readConfig } from '../../server/platform/config.ts';
import { countLimit, searchCountLimit } from '../../server/platform/database/listPage.ts';
import { createLog } from '../../server/platform/log.ts';
import { openPortal } from '../../server/portal.ts';
import { type BaselineQuery, compareWithBare } from '../harness/baseline.ts';
import { fillServers } from '../harness/fillServers.ts';
import { maintain } from '../harness/maintain.ts';
import { startBenchPortal } from '../harness/portal.ts';
import { reportMarks } from '../harness/report.ts';

/**
 * GET /svc/servers as root with 100,000 servers: every sort order, every filter, a search with many
 * and one with few results, and a page far into the list, each with its total. Measures the whole
 * call from a client on the same machine, compared with minimal handwritten SQL. `BENCH_EACH=1`
 * prints every call.
 */
const servers = Number(process.env.BENCH_SERVERS ?? 100_000);
const limitMs = 50;
/** Limit for the median call, because session, permission and response checks add to the SQL. */
const maxRatio = 4;

const orders: Record<string, string> = {
  name: 'server.name_key, server.id',
  '-name': 'server.name_key desc, server.id desc',
  created: 'server.created_at, server.id',
  '-created': 'server.created_at desc, server.id desc',
  power: 'server.power, server.id',
  cores: 'server.cores, server.id',
  '-ram': 'server.ram_mb desc, server.id desc',
  datacenter: 'server.datacenter_code, server.id',
  '-cpuLoad': 'runtime.cpu_percent desc, runtime.server_id desc',
  memory: 'runtime.memory_used_mb, runtime.server_id',
};
const filters: Record<string, string> = {
  'power=on': "server.power = 'on'",
  'power=off&filter=web': "server.power = 'off' and server.search_name like '%web%'",
  'filter=web-0': "server.search_name like '%web-0%'",
  'filter=cache-099999': "server.search_name like '%cache-099999%'",
  'filter=10.0.3.': String.raw`server.search_address ~ ' 10\.0\.3\.'`,
  'filter=52:54:00:1f': "server.search_address ~ ' 52:54:00:1f'",
  'status=busy': `server.id = any(array(select target_id::uuid from task where target_type = 'server' and completed_at is null))`,
  'status=failed': 'server.problem is not null',
};

function baselineQuery(query: string, condition = 'true', order = orders.name): BaselineQuery {
  const limit = query.includes('filter=') ? searchCountLimit : countLimit;
  const size = Number(/size=(\d+)/.exec(query)?.[1] ?? 25);
  return {
    path: `/servers?${query.includes('size=') ? '' : 'size=25&'}${query}`,
    page: `
      select server.id, server.name, server.state, server.power, server.problem, server.image_name, server.cpu_type, server.cores, server.ram_mb,
        (select sum(size_gb)::integer from server_disk disk where disk.server_id = server.id) as disk_gb, server.ips, runtime.cpu_percent,
        runtime.memory_used_mb, server.created_at, owner.email as owner, server.billing_mode, server.tags, server.description
      from server join server_runtime runtime on runtime.server_id = server.id join user_account owner on owner.id = server.owner_id
      where server.state <> 'bin' and ${condition} order by ${order} limit ${size + 1}`,
    total: `select least(count(*), ${limit}) as count from (select from server where state <> 'bin' and ${condition.split(' /* page */')[0]} limit ${limit + 1}) counted`,
  };
}

const portal = await startBenchPortal();
try {
  // The worker would compare 100,000 rows with an engine that has none of these servers.
  await portal.restart({ CLOUDBERTH_ROLE: 'api' });
  const filler = await openPortal(
    readConfig({
      ...process.env,
      ...{
        DATABASE_URL: portal.appUrl,
        CLOUDBERTH_DATA: portal.dataDir,
        CLOUDBERTH_ENGINE: 'simulated',
        CLOUDBERTH_ROLE: 'api',
      },
    }),
    createLog('silent'),
  );
  await fillServers(filler.services.database.db, portal.root.userId, servers);
  await filler.close();
  await maintain(portal.databaseUrl, 'vacuum analyze');

  const queries = [
    ...Object.entries(orders).map(([sorting, order]) =>
      baselineQuery(`sorting=${sorting}`, 'true', order),
    ),
    ...Object.entries(filters).map(([filter, condition]) => baselineQuery(filter, condition)),
    // A filter with a different sort order, where all matching rows can be at the end.
    ...Object.entries(filters).map(([filter, condition]) =>
      baselineQuery(`${filter}&sorting=-cpuLoad`, condition, orders['-cpuLoad']),
    ),
    ...Object.entries(filters).map(([filter, condition]) =>
      baselineQuery(`${filter}&sorting=cores`, condition, orders.cores),
    ),
    baselineQuery('size=100&sorting=-cpuLoad', 'true', orders['-cpuLoad']),
    await deepQuery(),
  ];
  const { root } = portal;
  reportMarks(
    await compareWithBare(portal.databaseUrl, queries, {
      what: `a page of ${servers} servers with its total`,
      client: root,
      rounds: 9,
      limitMs,
      mostTimes: maxRatio,
    }),
  );
} finally {
  await portal.stop();
}

/** A page several thousand rows into the list. */
async function deepQuery(): Promise<BaselineQuery> {
  let start = '';
  let last = { id: '', name: '' };
  for (let page = 0; page < 6; page++) {
    const { body } = await portal.root.get<{ next: string; items: { id: string; name: string }[] }>(
      `/servers?size=500&sorting=name${start}`,
    );
    start = `&start=${body.next}`;
    last = body.items.at(-1) ?? last;
  }
  const afterCursor = `(server.name_key, server.id) > ('${last.name.toLowerCase()}', '${last.id}')`;
  return baselineQuery(`sorting=name${start}`, `true /* page */ and ${afterCursor}`);
}
