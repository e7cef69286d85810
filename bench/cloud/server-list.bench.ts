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
const wanted = callers.filter(
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

const bare = fork(new URL('../harness/bare-list.ts', import.meta.url).pathname, {
  execArgv: nodeFlags,
});
const bareAddress = await new Promise<string>((resolve) => {
  bare.once('message', (address) => resolve(String(address)));
  bare.send({ url: portal.databaseUrl });
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
  what: string,
  path: string,
  barePath: string,
  cookies: readonly string[],
  least: number,
): Promise<void> {
  for (const cookie of cookies) {
    const [own, yardstick] = await Promise.all([
      answerOf(`${portal.address}${path}`, cookie),
      answerOf(`${bareAddress}${barePath}`, cookie),
    ]);
    if (own.total !== yardstick.total)
      throw new Error(`${what}: ${own.total} rows, and ${yardstick.total} by the yardstick`);
  }
  const ours: Load[] = [];
  const theirs: Load[] = [];
  // Warms up until statements are prepared and code is compiled.
  await load(bare.pid ?? 0, `${bareAddress}${barePath}`, cookies, calls);
  await load(portal.pid, `${portal.address}${path}`, cookies, calls);
  for (let round = 0; round < rounds; round++) {
    theirs.push(await load(bare.pid ?? 0, `${bareAddress}${barePath}`, cookies, calls));
    ours.push(await load(portal.pid, `${portal.address}${path}`, cookies, calls));
  }
  const ratio = (part: keyof Load) =>
    median(ours.map((value, at) => value[part] / (theirs[at]?.[part] ?? Number.NaN)));
  const both = (part: keyof Load) =>
    `${median(ours.map((value) => value[part])).toFixed(0)} of ${median(theirs.map((value) => value[part])).toFixed(0)}`;
  marks.push(
    {
      what: `${what}, requests of the bare one`,
      value: ratio('rate'),
      unit: `× (${both('rate')} a second)`,
      kind: 'least',
      limit: least,
    },
    {
      what: `${what}, CPU of the bare one`,
      value: ratio('cpu'),
      unit: `× (${both('cpu')} µs)`,
      kind: 'most',
      limit: 2,
    },
  );
}

for (const caller of wanted)
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
bare.kill();
await portal.stop();
