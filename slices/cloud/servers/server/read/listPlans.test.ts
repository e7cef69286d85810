import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, callers, type Fleet, fillFleet } from '../../../../../bench/harness/fleet.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import { TestClient } from '../../../../../server/testing/client.ts';
import {
  openStatementCosts,
  type StatementCosts,
  statementsOf,
} from '../../../../../server/testing/statementCost.ts';

/**
 * Checks how much a server list reads from the database for each kind of caller, with many servers
 * of many customers.
 */
let app: TestApp;
let fleet: Fleet;
let costs: StatementCosts;

beforeAll(async () => {
  app = await startTestApp();
  fleet = await fillFleet(app.administration.db, app.root.userId, 20_000);
  costs = openStatementCosts(app.portal.services.database.url);
}, 120_000);

afterAll(async () => {
  await costs?.close();
  await app?.close();
}, 60_000);

/** Pages of the index that the total is counted from, and of individually granted rows. */
const visiblePages: Record<Caller, number> = {
  customer: 20,
  parent: 300,
  member: 300,
  reseller: 120,
  root: 400,
};

/**
 * Rows of a page plus one to detect the next page, each with its disks, readings, owner and task.
 */
const pageRows = 26;
const buffersPerRow = 16;
/** Datacenters, and lookups of tasks and costs for the rows of the page. */
const extraBuffers = 90;
/** The session and the caller's access scope, once its functions are planned. */
const sessionBuffers = 100;

const accountQueries = ['', '&sorting=-created', '&filter=web-0', '&power=on&sorting=cores'];
const cases = callers.flatMap((caller) =>
  (caller === 'reseller' || caller === 'root' ? accountQueries.slice(0, 2) : accountQueries).map(
    (query) => ({ caller, query }),
  ),
);

it.each(cases)(
  'the list as $caller reads few rows beyond its results: $query',
  async ({ caller, query }) => {
    const client = new TestClient(app.address);
    client.cookie = fleet[caller][0] ?? '';
    const { statements } = await statementsOf(client, `/servers?size=25${query}`);
    // Administrators have many rows to count, which runs concurrently with the page query.
    expect(statements.map(({ text }) => text)).toHaveLength(
      caller === 'reseller' || caller === 'root' ? 3 : 2,
    );
    const buffers: number[] = [];
    for (const statement of statements) buffers.push(await costs.buffersOf(statement));
    const [session, ...list] = buffers;
    expect(session).toBeLessThan(sessionBuffers);
    expect(Math.max(...list)).toBeLessThan(
      pageRows * buffersPerRow + extraBuffers + visiblePages[caller],
    );
  },
);
