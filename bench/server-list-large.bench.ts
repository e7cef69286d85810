import { readConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import { openPortal } from '../server/portal.ts';
import { fillServers } from './fill-servers.ts';
import { maintain } from './maintain.ts';
import { startBenchPortal } from './portal.ts';
import { median, reportMarks } from './report.ts';

/**
 * GET /svc/servers with 100,000 servers: every sort, every filter, a search that finds many and one that finds few, a page far in, each
 * with its total. The time is that of the whole call as a client sees it on the same machine; rounds go through all of them in turn.
 */
const servers = 100_000;
const rounds = 9;

const portal = await startBenchPortal();
const { userId } = portal.root;
// Its worker would compare 100,000 rows with an engine that has none of them.
await portal.restart({ CLOUDBERTH_ROLE: 'api' });
const filler = await openPortal(
  readConfig({
    ...process.env,
    ...{ DATABASE_URL: portal.appUrl, CLOUDBERTH_DATA: portal.dataDir, CLOUDBERTH_ENGINE: 'simulated', CLOUDBERTH_ROLE: 'api' },
  }),
  createLog('silent'),
);
await fillServers(filler.services.database.db, userId, servers);
await filler.close();
await maintain(portal.databaseUrl, 'analyze');

interface Page {
  total: number;
  next: string | null;
}
const sorts = ['name', '-name', 'created', '-created', 'power', 'cores', '-ram', 'datacenter', '-cpuLoad', 'memory'];
const filters = [
  'power=on',
  'power=off&filter=web',
  'filter=web-0',
  'filter=cache-099999',
  'filter=10.0.3.',
  'filter=52:54:00:1f',
  'status=busy',
  'status=failed',
];
const queries = [...sorts.map((sorting) => `sorting=${sorting}`), ...filters, 'size=100&sorting=-cpuLoad'];
const paths = queries.map((query) => `/servers?${query.includes('size=') ? '' : 'size=25&'}${query}`);

/** The start of a page some thousand rows in. */
async function deepPath(): Promise<string> {
  let start = '';
  for (let page = 0; page < 6; page++) {
    const { body } = await portal.root.get<Page>(`/servers?size=500&sorting=name${start}`);
    start = `&start=${body.next}`;
  }
  return `/servers?size=25&sorting=name${start}`;
}

paths.push(await deepPath());
const times = new Map(paths.map((path) => [path, [] as number[]]));
for (let round = 0; round < rounds; round++) {
  for (const path of paths) {
    const begin = performance.now();
    const answer = await portal.root.get<Page>(path);
    times.get(path)?.push(performance.now() - begin);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  }
}
const medians = [...times].map(([path, all]) => ({ path, ms: median(all) })).sort((a, b) => b.ms - a.ms);
const all = [...times.values()].flat();
const [slowest] = medians;
reportMarks([
  {
    what: `a page of ${servers} servers with its total, over ${paths.length} sorts and filters`,
    value: median(all),
    unit: 'ms',
    kind: 'most',
    limit: 50,
  },
  {
    what: `the slowest of them (${slowest?.path.slice(0, 60)})`,
    value: slowest?.ms ?? Number.NaN,
    unit: 'ms, median',
    kind: 'most',
    limit: 50,
  },
]);
await portal.stop();
