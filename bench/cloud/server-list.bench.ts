import { fork } from 'node:child_process';
import { nodeFlags } from '../../server/nodeFlags.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { callers, fillFleet } from '../harness/fleet.ts';
import { type Load, load } from '../harness/load.ts';
import { residentBytes, startBenchPortal } from '../harness/portal.ts';
import { type Mark, median, reportMarks } from '../harness/report.ts';

/**
 * GET /svc/servers with 100,000 servers, as a customer with 50, a parent account with 20
 * sub-accounts, a member of a group with 50 grants, a reseller and root, each with cookies of many
 * accounts. The baseline is a bare HTTP server with minimal SQL that returns the same rows. Rounds
 * alternate, so that a slow moment affects both. `BENCH_CALLERS=customer,root` measures only these.
 */
const servers = Number(process.env.BENCH_SERVERS ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const calls = Number(process.env.BENCH_CALLS ?? 3_000);
const selectedCallers = callers.filter(
  (caller) => process.env.BENCH_CALLERS?.split(',').includes(caller) ?? true,
);

const portal = await startBenchPortal();
// The worker would compare 100,000 rows with an engine that has none of these servers.
await portal.restart({ CLOUDBERTH_ROLE: 'api' });
const database = openDatabase(
  portal.databaseUrl,
  (error) => {
    throw error;
  },
  { maxConnections: 4, isWalled: false },
);
const fleet = await fillFleet(database.db, portal.root.userId, servers);
await database.close();

const baseline = fork(new URL('../harness/baselineList.ts', import.meta.url).pathname, {
  execArgv: nodeFlags,
});
const baselineAddress = await new Promise<string>((resolve) => {
  baseline.once('message', (address) => resolve(String(address)));
  baseline.send({ url: portal.databaseUrl });
});

const marks: Mark[] = [];

async function answerOf(url: string, cookie: string): Promise<{ total?: number | undefined }> {
  const answer = await fetch(url, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { total?: number };
}

/**
 * Measures one URL and its baseline, after checking that both find the same number of rows for
 * every caller.
 */
async function measure(
  label: string,
  path: string,
  baselinePath: string,
  cookies: readonly string[],
  least: number,
): Promise<void> {
  for (const cookie of cookies) {
    const [own, baselineAnswer] = await Promise.all([
      answerOf(`${portal.address}${path}`, cookie),
      answerOf(`${baselineAddress}${baselinePath}`, cookie),
    ]);
    if (own.total !== baselineAnswer.total)
      throw new Error(`${label}: ${own.total} rows, and ${baselineAnswer.total} by the yardstick`);
  }
  const portalLoads: Load[] = [];
  const bareLoads: Load[] = [];
  // Warms up until statements are prepared and code is compiled.
  await load(baseline.pid ?? 0, `${baselineAddress}${baselinePath}`, cookies, calls);
  await load(portal.pid, `${portal.address}${path}`, cookies, calls);
  for (let round = 0; round < rounds; round++) {
    bareLoads.push(
      await load(baseline.pid ?? 0, `${baselineAddress}${baselinePath}`, cookies, calls),
    );
    portalLoads.push(await load(portal.pid, `${portal.address}${path}`, cookies, calls));
  }
  const ratio = (part: keyof Load) =>
    median(
      portalLoads.map((value, index) => value[part] / (bareLoads[index]?.[part] ?? Number.NaN)),
    );
  const compareLoads = (part: keyof Load) =>
    `${median(portalLoads.map((value) => value[part])).toFixed(0)} of ${median(bareLoads.map((value) => value[part])).toFixed(0)}`;
  marks.push(
    {
      what: `${label}, requests of the bare one`,
      value: ratio('rate'),
      unit: `× (${compareLoads('rate')} a second)`,
      kind: 'least',
      limit: least,
    },
    {
      what: `${label}, CPU of the bare one`,
      value: ratio('cpu'),
      unit: `× (${compareLoads('cpu')} µs)`,
      kind: 'most',
      limit: 2,
    },
  );
}

for (const caller of selectedCallers)
  await measure(`list as ${caller}`, '/svc/servers?size=25', `/${caller}`, fleet[caller], 0.5);
if (process.env.BENCH_ROWS !== '0')
  for (const path of ['/svc/user', '/svc/header/menu', '/svc/billing'])
    await measure(`${path} as customer`, path, '/row', fleet.customer, 0.4);
marks.push({
  what: 'resident memory of the portal afterwards',
  value: (await residentBytes(portal.pid)) / 2 ** 20,
  unit: 'MiB',
  kind: 'most',
  limit: 220,
});
reportMarks(marks);
baseline.kill();
await portal.stop();
