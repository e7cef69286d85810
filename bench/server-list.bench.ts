import { fork } from 'node:child_process';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import { nodeFlags } from '../server/nodeFlags.ts';
import { readConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import { openPortal } from '../server/portal.ts';
import { TestClient } from '../server/testing/client.ts';
import { recordStatements } from '../server/testing/recordStatements.ts';
import { fillServers } from './fill-servers.ts';
import { residentBytes, startBenchPortal } from './portal.ts';
import { median, reportMarks } from './report.ts';

/**
 * GET /svc/servers with session, filter, sort and total, 10 of 10,000: the whole stack beside a bare route on the same HTTP
 * server that runs the same statements (recorded from the portal). Rounds alternate, so that a slow moment hits both.
 */
const servers = 10_000;
const rounds = 5;
const secondsEach = 10;
const path = '/svc/servers?size=10&sorting=name&filter=web&power=off';

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 16, duration: secondsEach });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

const portal = await startBenchPortal();
const config = readConfig({
  ...process.env,
  DATABASE_URL: portal.appUrl,
  CLOUDBERTH_DATA: portal.dataDir,
  CLOUDBERTH_ENGINE: 'simulated',
  CLOUDBERTH_ROLE: 'api',
});
const recorder = await openPortal(config, createLog('silent'));
await fillServers(recorder.services.database.db, portal.root.userId, servers);
await sql`analyze`.execute(recorder.services.database.db);
const client = new TestClient(await recorder.app.listen({ host: '127.0.0.1', port: 0 }));
client.cookie = portal.root.cookie;
// Until its statements are prepared: the bare route sends them so too.
for (let time = 0; time < 4; time++) await client.get(path.slice('/svc'.length));
const statements = await recordStatements(() => client.get(path.slice('/svc'.length)));
await recorder.close();

const bare = fork(new URL('./bare-list.ts', import.meta.url).pathname, { execArgv: nodeFlags });
const bareAddress = await new Promise<string>((resolve) => {
  bare.once('message', (address) => resolve(String(address)));
  bare.send({ url: portal.databaseUrl, statements });
});
const ours: number[] = [];
const theirs: number[] = [];
for (let round = 0; round < rounds; round++) {
  theirs.push(await requestsPerSecond(bareAddress, {}));
  ours.push(await requestsPerSecond(`${portal.address}${path}`, { cookie: portal.root.cookie }));
}
const ratios = ours.map((value, index) => value / (theirs[index] ?? Number.NaN));
reportMarks([
  {
    what: `session-checked list (${statements.length} statements), of a bare route with the same`,
    value: median(ratios),
    unit: `× (${median(ours).toFixed(0)} of ${median(theirs).toFixed(0)} requests/s)`,
    kind: 'least',
    limit: 0.7,
  },
  {
    what: 'resident memory of the portal afterwards',
    value: (await residentBytes(portal.pid)) / 2 ** 20,
    unit: 'MiB',
    kind: 'most',
    limit: 200,
  },
]);
bare.kill();
await portal.stop();
