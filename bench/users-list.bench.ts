import { sql } from 'kysely';
import { openDatabase } from '../server/platform/database/database.ts';
import { TestClient } from '../server/testing/client.ts';
import { fillUsers } from './fill-users.ts';
import { startBenchPortal } from './portal.ts';
import { type Mark, median, reportMarks } from './report.ts';

/**
 * GET /svc/users with 100,000 accounts on 51 sites: every sort both ways, every filter, a far page, and what a site administrator and
 * a parent see. The whole call over HTTP with its session; the median of each kind, one call at a time.
 */
const users = 100_000;
const times = 25;
const limitMs = 50;

const portal = await startBenchPortal();
const database = openDatabase(
  portal.databaseUrl,
  (error) => {
    throw error;
  },
  { maxConnections: 2, isWalled: false },
);
const { db } = database;
await fillUsers(db, users);
await sql`vacuum analyze user_account`.execute(db);
const { rows } = await sql<{ site: string; parent: string; admin: string }>`
  select (select site_id from user_account where role = 'siteAdmin' limit 1) as site, (select parent_id from user_account where parent_id is not null limit 1) as parent,
    (select id from user_account where role = 'siteAdmin' limit 1) as admin`.execute(db);
const { site = '', parent = '', admin = '' } = rows[0] ?? {};

/** The session of root, lent to another account: what counts is whose eyes the list is read with. */
async function as(userId: string | null): Promise<TestClient> {
  await sql`update session set acting_for = ${userId}, acting_until = now() + interval '1 hour' where user_id = ${portal.root.userId}`.execute(
    db,
  );
  const client = new TestClient(portal.address);
  client.cookie = portal.root.cookie;
  return client;
}

async function medianMs(client: TestClient, query: string): Promise<number> {
  const measured: number[] = [];
  for (let round = 0; round < times + 3; round++) {
    const startedAt = performance.now();
    const answer = await client.get(`/users?${query}`);
    // The first calls meet cold plans and caches.
    if (round >= 3) measured.push(performance.now() - startedAt);
    if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  return median(measured);
}

const sorts = ['email', 'name', 'role', 'state', 'created', 'lastLogin'].flatMap((name) => [name, `-${name}`]);
const filters = [
  ...['filter=alpha', 'filter=dana', 'filter=user4711', 'filter=family42', 'filter=a', 'filter=nobody-has-this'],
  ...['role=siteAdmin', 'role=user', 'state=Suspended-Billing', 'state=Ok', 'enabled=false', 'enabled=true'],
  ...[`site=${site}`, `parent=${parent}`, `site=${site}&filter=dana&state=Ok`, 'role=user&enabled=false&filter=bravo'],
];
const marks: Mark[] = [];
const measure = async (who: string, client: TestClient, queries: readonly string[]): Promise<void> => {
  let worst = { query: '', ms: 0 };
  for (const query of queries) {
    const ms = await medianMs(client, query);
    if (process.env.BENCH_EACH) process.stdout.write(`  ${who} ${query}: ${ms.toFixed(1)} ms\n`);
    if (ms > worst.ms) worst = { query, ms };
  }
  marks.push({ what: `${who}, slowest of ${queries.length} (${worst.query})`, value: worst.ms, unit: 'ms', kind: 'most', limit: limitMs });
};

const root = await as(null);
await measure(
  'root, sorts',
  root,
  sorts.map((sorting) => `size=25&sorting=${sorting}`),
);
await measure(
  'root, filters',
  root,
  filters.map((filter) => `size=25&${filter}`),
);
await measure(
  'root, found in every order',
  root,
  ['alpha', 'dana', 'kim', 'a'].flatMap((words) => sorts.map((sorting) => `size=25&filter=${words}&sorting=${sorting}`)),
);
await measure(
  'root, filters by last sign-in',
  root,
  filters.map((filter) => `size=25&sorting=-lastLogin&${filter}`),
);
const far = (await root.get<{ next: string }>('/users?size=500&sorting=name')).body.next;
await measure('root, a further page', root, [`size=25&sorting=name&start=${far}`]);
const reseller = await as(admin);
await measure('site administrator', reseller, [...sorts.map((sorting) => `sorting=${sorting}`), ...filters.slice(0, 12)]);
const above = await as(parent);
await measure('parent', above, [...sorts.map((sorting) => `sorting=${sorting}`), 'filter=kim']);
reportMarks(marks);
await database.close();
await portal.stop();
