import { sql } from 'kysely';
import { openDatabase } from '../server/platform/database/database.ts';
import { countLimit, searchCountLimit } from '../server/platform/database/listPage.ts';
import { TestClient } from '../server/testing/client.ts';
import { type BaselineQuery, compareWithBare } from './harness/baseline.ts';
import { fillUsers } from './harness/fillUsers.ts';
import { maintain } from './harness/maintain.ts';
import { startBenchPortal } from './harness/portal.ts';
import { type Mark, reportMarks } from './harness/report.ts';

/**
 * GET /svc/users with 100,000 accounts on 51 sites: every sort order in both directions, every
 * filter, a search in every order, a page far into the list, and the views of a site administrator
 * and a parent account. Measures the whole call over HTTP with its session, compared with minimal
 * handwritten SQL. `BENCH_EACH=1` prints every call.
 */
const users = Number(process.env.BENCH_USERS ?? 100_000);
const rounds = 15;
const limitMs = 50;
/**
 * Limit for the median call, because the session, the permissions for each user and the response
 * add to the SQL.
 */
const maxRatio = 5;

const orders: Record<string, string> = {
  email: 'u.email_key',
  name: 'u.name_key',
  role: 'u.role',
  state: 'u.account_state',
  created: 'u.created_at',
  lastLogin: "coalesce(u.last_login_at, '-infinity'::timestamptz)",
};
const sorts = Object.keys(orders).flatMap((name) => [name, `-${name}`]);
const columnOf: Record<string, (value: string) => string> = {
  filter: (value) => `u.search_text like '%${value}%'`,
  role: (value) => `u.role = '${value}'`,
  state: (value) => `u.account_state = '${value}'`,
  enabled: (value) => `u.is_enabled = ${value}`,
  site: (value) => `u.site_id = '${value}'`,
  parent: (value) => `u.parent_id = '${value}'`,
};

/**
 * `query` has the format of the call, without its size. `condition` is the condition for the accounts
 * visible to the caller.
 */
function baselineQuery(query: string, condition: string, afterCursor = 'true'): BaselineQuery {
  const parts = new URLSearchParams(query);
  const sorting = parts.get('sorting') ?? 'email';
  const direction = sorting.startsWith('-') ? 'desc' : 'asc';
  const key = orders[sorting.replace('-', '')];
  const conditions = [...parts].flatMap(([name, value]) => columnOf[name]?.(value) ?? []);
  const where = ['u.deleted_at is null', 'u.sandbox_of is null', condition, ...conditions].join(
    ' and ',
  );
  const limit = parts.has('filter') ? searchCountLimit : countLimit;
  return {
    path: `/users?size=25&${query}`,
    page: `
      select u.id, u.email, u.first_name, u.last_name, u.role, u.account_state, u.is_enabled, u.is_parent_locked, u.is_email_validated, u.uses_tfa,
        site.name as site, u.parent_id, parent.email as parent, u.created_at, u.last_login_at,
        (select count(*) from user_account child where child.parent_id = u.id and child.deleted_at is null) as children
      from user_account u join site on site.id = u.site_id left join user_account parent on parent.id = u.parent_id
      where ${where} and ${afterCursor} order by ${key} ${direction}, u.id ${direction} limit 26`,
    total: `select least(count(*), ${limit}) as count from (select from user_account u where ${where} limit ${limit + 1}) counted`,
  };
}

const portal = await startBenchPortal();
const database = openDatabase(
  portal.databaseUrl,
  (error) => {
    throw error;
  },
  { maxConnections: 2, isWalled: false },
);
const { db } = database;

/** Root's session, switched to another account. Only that account's access matters. */
async function clientActingFor(userId: string | null): Promise<TestClient> {
  await sql`update session set acting_for = ${userId}, acting_until = now() + interval '1 hour' where user_id = ${portal.root.userId}`.execute(
    db,
  );
  const client = new TestClient(portal.address);
  client.cookie = portal.root.cookie;
  return client;
}

try {
  await fillUsers(db, users);
  await maintain(portal.databaseUrl, 'vacuum analyze');
  const { rows } = await sql<{ site: string; parent: string; admin: string }>`
    select (select site_id from user_account where role = 'siteAdmin' limit 1) as site, (select parent_id from user_account where parent_id is not null limit 1) as parent,
      (select id from user_account where role = 'siteAdmin' limit 1) as admin`.execute(db);
  const { site = '', parent = '', admin = '' } = rows[0] ?? {};
  const filters = [
    ...[
      'filter=alpha',
      'filter=dana',
      'filter=user4711',
      'filter=family42',
      'filter=a',
      'filter=nobody-has-this',
    ],
    ...[
      'role=siteAdmin',
      'role=user',
      'state=Suspended-Billing',
      'state=Ok',
      'enabled=false',
      'enabled=true',
    ],
    ...[
      `site=${site}`,
      `parent=${parent}`,
      `site=${site}&filter=dana&state=Ok`,
      'role=user&enabled=false&filter=bravo',
    ],
  ];
  const marks: Mark[] = [];
  const measure = async (
    label: string,
    client: TestClient,
    queries: readonly BaselineQuery[],
  ): Promise<void> => {
    marks.push(
      ...(await compareWithBare(portal.databaseUrl, queries, {
        what: label,
        client,
        rounds,
        limitMs,
        mostTimes: maxRatio,
      })),
    );
  };
  const bySort = sorts.map((sorting) => `sorting=${sorting}`);
  const root = await clientActingFor(null);
  const toRoot = (queries: readonly string[]) =>
    queries.map((query) => baselineQuery(query, 'true'));
  await measure('root, sorts', root, toRoot(bySort));
  await measure('root, filters', root, toRoot(filters));
  const searches = ['alpha', 'dana', 'kim', 'a'].flatMap((query) =>
    bySort.map((sort) => `filter=${query}&${sort}`),
  );
  await measure('root, found in every order', root, toRoot(searches));
  await measure(
    'root, filters by last sign-in',
    root,
    toRoot(filters.map((filter) => `sorting=-lastLogin&${filter}`)),
  );
  const distantPage = (
    await root.get<{ next: string; items: { id: string }[] }>('/users?size=500&sorting=name')
  ).body;
  const afterCursor = `(u.name_key, u.id) > (select name_key, id from user_account where id = '${distantPage.items.at(-1)?.id}')`;
  await measure('root, a further page', root, [
    baselineQuery(`sorting=name&start=${distantPage.next}`, 'true', afterCursor),
  ]);
  const siteQueries = [...bySort, ...filters.slice(0, 12)].map((query) =>
    baselineQuery(query, `u.site_id = '${site}'`),
  );
  await measure('site administrator', await clientActingFor(admin), siteQueries);
  const parentQueries = [...bySort, 'filter=kim'].map((query) =>
    baselineQuery(query, `u.parent_id = '${parent}'`),
  );
  await measure('parent', await clientActingFor(parent), parentQueries);
  reportMarks(marks);
} finally {
  await database.close();
  await portal.stop();
}
