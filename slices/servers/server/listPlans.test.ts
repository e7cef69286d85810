import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, callers, type Fleet, fillFleet } from '../../../bench/fleet.ts';
import { prepareScope, type ScopeSettings, wholeDatabase } from '../../../server/platform/database/wall/scopedQuery.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { TestClient } from '../../../server/testing/client.ts';
import { recordStatements, type Statement } from '../../../server/testing/recordStatements.ts';

/** What a list of servers reads from the database, for each kind of caller, among many servers of many customers. */
let app: TestApp;
let fleet: Fleet;
let pool: pg.Pool;

beforeAll(async () => {
  app = await startTestApp();
  fleet = await fillFleet(app.administration.db, app.root.userId, 20_000);
  pool = new pg.Pool({ connectionString: app.portal.services.database.url, max: 1 });
}, 120_000);

afterAll(async () => {
  await pool?.end();
  await app?.close();
}, 60_000);

/** Pages of an index that the total is counted from, and of single rows that are granted. */
const reachedPages: Record<Caller, number> = { customer: 20, parent: 300, member: 300, reseller: 120, root: 400 };

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Pages of the database that the statement touches. */
async function buffersOf({ text, values, scope = wholeDatabase }: Statement): Promise<number> {
  const given = values.map((value) =>
    value !== null && typeof value === 'object' && 'hex' in value ? Buffer.from(value.hex, 'hex') : value,
  );
  const rows = await explained(scope, `explain (analyze, buffers, format json) ${text}`, given);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  return plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : Number.NaN;
}

/** Runs the statement under the scope it was sent with: row policies are part of its plan. */
async function explained(
  { role, accounts, sites }: ScopeSettings,
  text: string,
  values: unknown[],
): Promise<{ 'QUERY PLAN': { Plan: Plan }[] }[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(prepareScope.text, [role, accounts, sites]);
    return (await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(text, values)).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Of several calls the one that nothing else in the process got between. */
async function statementsOf(caller: Caller, query: string): Promise<Statement[]> {
  const client = new TestClient(app.address);
  client.cookie = fleet[caller][0] ?? '';
  let fewest: Statement[] = [];
  for (let call = 0; call < 5; call++) {
    const statements = await recordStatements(async () => {
      const { status, text } = await client.get(`/servers?${query}`);
      expect(status, text).toBe(200);
    });
    if (call === 0 || statements.length < fewest.length) fewest = statements;
  }
  return fewest;
}

/** Rows of a page, its probe for the next one included, each with its disks, readings, owner and task. */
const pageRows = 26;
const buffersPerRow = 16;
/** The session and the caller's reach, once its functions are planned. */
const buffersOfSession = 100;

const ofAccounts = ['', '&sorting=-created', '&filter=web-0', '&power=on&sorting=cores'];
const cases = callers.flatMap((caller) =>
  (caller === 'reseller' || caller === 'root' ? ofAccounts.slice(0, 2) : ofAccounts).map((query) => ({ caller, query })),
);

it.each(cases)('the list as $caller reads little more than its rows: $query', async ({ caller, query }) => {
  const statements = await statementsOf(caller, `size=25${query}`);
  // Administrators have many rows to count, which is asked for at the same time as the page.
  expect(statements.map(({ text }) => text)).toHaveLength(caller === 'reseller' || caller === 'root' ? 4 : 3);
  const buffers: number[] = [];
  for (const statement of statements) buffers.push(Math.min(await buffersOf(statement), await buffersOf(statement)));
  const [session, ...list] = buffers;
  expect(session).toBeLessThan(buffersOfSession);
  expect(Math.max(...list)).toBeLessThan(pageRows * buffersPerRow + reachedPages[caller]);
});
