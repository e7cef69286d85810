import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fillLists } from '../../bench/harness/fillLists.ts';
import { type Caller, type Fleet, fillFleet } from '../../bench/harness/fleet.ts';
import { type Permission, roleHas } from '../../contract/access/permissions.ts';
import type { Role } from '../../contract/access/roles.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { TestClient } from '../testing/client.ts';
import type { Statement } from '../testing/recordStatements.ts';
import { openStatementCosts, type StatementCosts, statementsOf } from '../testing/statementCost.ts';
import { type MeasuredList, measuredLists, otherLists } from './listPlans/lists.ts';

/**
 * Measures what every list reads from the database for each type of caller, among many rows of many
 * customers.
 */
let app: TestApp;
let fleet: Fleet;
let costs: StatementCosts;

const servers = 20_000;
const rowsPerOwner = 10;

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app.administration;
  fleet = await fillFleet(db, app.root.userId, servers);
  await fillLists(db, rowsPerOwner);
  await vi.waitFor(async () => expect(await countUnsealed()).toBe(0), {
    timeout: 120_000,
    interval: 200,
  });
  costs = openStatementCosts(app.portal.services.database.url);
}, 300_000);

afterAll(async () => {
  await costs?.close();
  // The test data has rows without their ledger entries.
  await app?.close({ breaksBooks: true });
}, 60_000);

/**
 * The number of unsealed entries. The activity log is sealed in the background after the test data
 * is created.
 */
async function countUnsealed(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_entry where id > coalesce((select max(entry_id) from audit_seal), 0)`.execute(
    app.administration.db,
  );
  return rows[0]?.count ?? 0;
}

const roles: Record<Caller, Role> = {
  customer: 'user',
  parent: 'user',
  member: 'user',
  reseller: 'siteAdmin',
  root: 'root',
};

function isAllowed(caller: Caller, { access }: Endpoint): boolean {
  return access === 'signedIn' || roleHas(roles[caller], access as Permission);
}

const cases = measuredLists.flatMap((list) =>
  list.callers
    .filter((caller) => isAllowed(caller, contract[list.operation]))
    .map((caller) => ({ ...list, caller })),
);

interface Page {
  items: Record<string, string>[];
  total: number;
}

async function pathOf(client: TestClient, { operation, parameter }: MeasuredList): Promise<string> {
  const { path } = contract[operation];
  if (!parameter) return path;
  const { items } = (await client.get<Page>(parameter.list)).body;
  return path.replace(/\{\w+\}/, parameter.idOf(items[0] ?? {}));
}

/**
 * Rows visible to the caller are found through an index and read twice, for sorting and for
 * counting, each time with the row that contains the owner.
 */
const pagesPerReadRow = 9;
/**
 * For callers who see all rows, only the total reads more than the page: whole pages of an index or
 * of the table.
 */
const pagesPerCountedRow = 0.05;
/** Lookups that every list makes, such as those for datacenters. */
const extraPages = 80;

const isCount = ({ text }: Statement) => /^\s*select (\(select )?count\(\*\)/.test(text);

describe('a list reads little more than its own rows', () => {
  it.each(cases)('$operation as $caller', async ({ caller, ...list }) => {
    const client = new TestClient(app.address);
    client.cookie = fleet[caller][0] ?? '';
    const path = await pathOf(client, list);
    const { statements, body } = await statementsOf<Page>(client, `${path}?size=25`);
    const sessionCost = 1;
    let pageCost = 0;
    let countCost = 0;
    const requestedTables: string[] = [];
    for (const statement of statements.slice(sessionCost)) {
      const pages = await costs.buffersOf(statement);
      requestedTables.push(`${pages} pages: ${statement.text}`);
      if (isCount(statement)) countCost += pages;
      else pageCost += pages;
    }
    const { items, total } = body;
    const report = requestedTables.join('\n');
    if (process.env.WALK_EACH)
      process.stdout.write(
        `${list.operation} ${caller}: ${items.length} of ${total} rows, ${pageCost} + ${countCost} pages\n`,
      );
    expect(items.length).toBeGreaterThan(0);
    const rowCost = (items.length + 1) * list.pagesPerRow + extraPages;
    if (caller === 'root') {
      expect(pageCost, report).toBeLessThan(rowCost);
      expect(countCost, report).toBeLessThan(total * pagesPerCountedRow + extraPages);
    } else expect(pageCost + countCost, report).toBeLessThan(rowCost + total * pagesPerReadRow);
  });
});

it('every list of the contract is measured, or excluded with a reason', () => {
  const lists = Object.entries<Endpoint>(contract).filter(
    ([, { answer }]) => 'firstElement' in ((answer as { shape?: object })?.shape ?? {}),
  );
  const covered = [...measuredLists.map(({ operation }) => operation), ...Object.keys(otherLists)];
  expect(lists.map(([operation]) => operation).sort()).toEqual(covered.sort());
});
