import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded.ts';
import { openPortal, type Portal } from '../server/portal.ts';
import { prepareDatabase } from '../server/prepareDatabase.ts';
import { TestClient } from '../server/testing/client.ts';
import { prepareImages } from '../slices/cloud/images/server/index.ts';
import { ensureRootUser, hashPassword } from '../slices/people/identity/server/index.ts';
import { fillServers } from './harness/fillServers.ts';
import { median, reportMarks } from './harness/report.ts';

/**
 * The cost of row security for a customer: the same calls, alternately, to two portals on one
 * database. One uses the portal's roles and sets the scope of each statement. The other uses the
 * schema owner, for whom every policy is `true` and no scope is set.
 */
const servers = 10_000;
const own = 200;
/** Each run returns a ratio of medians. The result is the median of these. */
const repeats = 7;
const rounds = 60;
const password = 'Bench_password_1';
const customer = 'customer@example.test';

const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-wall-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
await prepareDatabase({ databaseUrl: postgres.urls.app, migrationUrl: postgres.urls.owner });

async function open(
  url: string,
  hasRowSecurity: boolean,
): Promise<{ portal: Portal; client: TestClient }> {
  const environment = {
    DATABASE_URL: url,
    CLOUDBERTH_DATA: dataDir,
    CLOUDBERTH_ENGINE: 'simulated',
    CLOUDBERTH_ROLE: 'api',
  };
  const portal = await openPortal(
    { ...readConfig(environment), isWalled: hasRowSecurity },
    createLog('silent'),
  );
  await ensureRootUser(portal.services.database.db, { email: 'root@example.test', password });
  await portal.startWork();
  return {
    portal,
    client: new TestClient(await portal.app.listen({ host: '127.0.0.1', port: 0 })),
  };
}

const restricted = await open(postgres.urls.app, true);
const baseline = await open(postgres.urls.owner, false);
const { db } = baseline.portal.services.database;
const hash = await hashPassword(password);
await sql`
  insert into user_account (site_id, email, password_hash, role, is_email_validated)
  select id, email, ${hash}, 'user', true from site, unnest(array[${customer}, 'other@example.test']) email where parent_id is null`.execute(
  db,
);
await prepareImages(baseline.portal.services, createLog('silent'));
const idOf = async (email: string) =>
  (await sql<{ id: string }>`select id from user_account where email = ${email}`.execute(db))
    .rows[0]?.id ?? '';
await fillServers(db, await idOf('other@example.test'), servers);
await fillServers(db, await idOf(customer), own);
await sql`analyze`.execute(db);
for (const { client } of [restricted, baseline]) await client.signIn(customer, password);
const { body: options } = await baseline.client.get<{
  datacenterId: string;
  images: { id: string }[];
}>('/servers/create/options');

let created = 0;
const serverToCreate = () => ({
  ...{
    datacenterId: options.datacenterId,
    imageId: options.images[0]?.id,
    name: `bench-${created++}`,
    cpuType: 'B',
    cores: 1,
    ramMb: 1024,
  },
  ...{
    disks: [{ sizeGb: 20 }],
    nics: [{ networkId: 'auto' }],
    billingMode: 'hourly',
    password: 'Server_Password_1',
  },
});

const calls = {
  list: (client: TestClient) => client.get('/servers?size=10&sorting=name'),
  search: (client: TestClient) => client.get('/servers?size=10&sorting=name&filter=web'),
  change: (client: TestClient) => client.put('/header/language', { language: 'en' }),
  create: (client: TestClient) => client.post('/servers', serverToCreate()),
  signIn: async (client: TestClient): Promise<undefined> => {
    await new TestClient(client.address).signIn(customer, password);
  },
};
const { body: listed } = await calls.list(restricted.client);
if ((listed as { total?: number }).total !== own)
  throw new Error(`The list has not ${own} servers: ${JSON.stringify(listed).slice(0, 300)}`);

interface Answer {
  status: number;
  text: string;
}

async function millisecondsOf(call: () => Promise<Answer | undefined>): Promise<number> {
  const from = performance.now();
  const answer = await call();
  const ms = performance.now() - from;
  if (answer && answer.status !== 200)
    throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
  return ms;
}

type Side = 'walled' | 'plain';

/** The median of each side, in milliseconds. The sides alternate in going first. */
async function compare(
  call: (client: TestClient) => Promise<Answer | undefined>,
  count: number,
): Promise<Record<Side, number>> {
  const times: Record<Side, number[]> = { walled: [], plain: [] };
  for (let round = 0; round < count; round++) {
    const order: Side[] = round % 2 === 0 ? ['walled', 'plain'] : ['plain', 'walled'];
    for (const side of order)
      times[side].push(
        await millisecondsOf(() => call((side === 'walled' ? restricted : baseline).client)),
      );
  }
  return { walled: median(times.walled), plain: median(times.plain) };
}

for (const [name, call] of Object.entries(calls)) {
  const count = name === 'signIn' || name === 'create' ? 10 : rounds;
  await compare(call, count);
  const results: Record<Side, number>[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) results.push(await compare(call, count));
  const medianOf = (side: Side) => median(results.map((result) => result[side])).toFixed(2);
  reportMarks([
    {
      what: `${name}, behind row security`,
      value: median(results.map(({ walled: behind, plain: without }) => behind / without)),
      unit: `× (${medianOf('walled')} of ${medianOf('plain')} ms)`,
      kind: 'most',
      limit: 1.05,
    },
  ]);
}
for (const { portal } of [restricted, baseline]) await portal.close();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
