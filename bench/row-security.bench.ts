import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../server/platform/config.ts';
import { prepareDatabase } from '../server/platform/database/prepare.ts';
import { createLog } from '../server/platform/log.ts';
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded.ts';
import { openPortal, type Portal } from '../server/portal.ts';
import { TestClient } from '../server/testing/client.ts';
import { ensureRootUser, hashPassword } from '../slices/identity/server/index.ts';
import { fillServers } from './fill-servers.ts';
import { median, reportMarks } from './report.ts';

/**
 * What row security costs a customer: the same calls, in turn, to two portals on one database. One works as the roles of the portal, each
 * statement with its scope; the other as the owner of the schema, for whom every policy is `true` and nothing is set.
 */
const servers = 10_000;
const own = 200;
const rounds = 120;
const password = 'Bench_password_1';
const customer = 'customer@example.test';

const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-wall-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
await prepareDatabase({ databaseUrl: postgres.urls.app, migrationUrl: postgres.urls.owner });

async function open(url: string, isWalled: boolean): Promise<{ portal: Portal; client: TestClient }> {
  const environment = { DATABASE_URL: url, CLOUDBERTH_DATA: dataDir, CLOUDBERTH_ENGINE: 'simulated', CLOUDBERTH_ROLE: 'api' };
  const portal = await openPortal({ ...readConfig(environment), isWalled }, createLog('silent'));
  await ensureRootUser(portal.services.database.db, { email: 'root@example.test', password });
  await portal.startWork();
  return { portal, client: new TestClient(await portal.app.listen({ host: '127.0.0.1', port: 0 })) };
}

const walled = await open(postgres.urls.app, true);
const plain = await open(postgres.urls.owner, false);
const { db } = plain.portal.services.database;
const hash = await hashPassword(password);
await sql`
  insert into user_account (site_id, email, password_hash, role, is_email_validated)
  select id, email, ${hash}, 'user', true from site, unnest(array[${customer}, 'other@example.test']) email where parent_id is null`.execute(
  db,
);
const idOf = async (email: string) =>
  (await sql<{ id: string }>`select id from user_account where email = ${email}`.execute(db)).rows[0]?.id ?? '';
await fillServers(db, await idOf('other@example.test'), servers);
await fillServers(db, await idOf(customer), own);
await sql`analyze`.execute(db);
for (const { client } of [walled, plain]) await client.signIn(customer, password);

const calls = {
  list: (client: TestClient) => client.get('/servers?size=10&sorting=name'),
  search: (client: TestClient) => client.get('/servers?size=10&sorting=name&filter=web'),
  change: (client: TestClient) => client.put('/header/language', { language: 'en' }),
  signIn: (client: TestClient) => new TestClient(client.address).signIn(customer, password),
};

async function millisecondsOf(call: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await call();
  return performance.now() - from;
}

for (const [what, call] of Object.entries(calls)) {
  const count = what === 'signIn' ? 15 : rounds;
  const times: Record<'walled' | 'plain', number[]> = { walled: [], plain: [] };
  for (let round = -10; round < count; round++) {
    const first = round % 2 === 0 ? (['walled', 'plain'] as const) : (['plain', 'walled'] as const);
    for (const which of first) {
      const ms = await millisecondsOf(() => call((which === 'walled' ? walled : plain).client));
      if (round >= 0) times[which].push(ms);
    }
  }
  reportMarks([
    {
      what: `${what}, behind row security`,
      value: median(times.walled.map((ms, at) => ms / (times.plain[at] ?? Number.NaN))),
      unit: `× (${median(times.walled).toFixed(2)} of ${median(times.plain).toFixed(2)} ms)`,
      kind: 'most',
      limit: 1.05,
    },
  ]);
}
for (const { portal } of [walled, plain]) await portal.close();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
