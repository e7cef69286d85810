import pg from 'pg';
import {
  prepareScope,
  type ScopeSettings,
  wholeDatabase,
} from '../platform/database/rowSecurity/scopedQuery.ts';
import type { TestClient } from './client.ts';
import { recordStatements, type Statement } from './recordStatements.ts';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}
type QueryPlanRows = { 'QUERY PLAN': { Plan: Plan }[] }[];

/** Measures what statements read from the database. */
export interface StatementCosts {
  /**
   * Database pages that the statement reads under its original scope, so that row policies are part
   * of its plan.
   */
  buffersOf(statement: Statement): Promise<number>;
  close(): Promise<void>;
}

export function openStatementCosts(databaseUrl: string): StatementCosts {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // The test's database is dropped right afterward, so a closing connection can still receive an
  // error event.
  pool.on('connect', (client) => client.on('error', () => {}));

  async function explain(
    { role, accounts, sites }: ScopeSettings,
    text: string,
    values: unknown[],
  ): Promise<QueryPlanRows> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(prepareScope.text, [role, accounts, sites]);
      return (
        await client.query<QueryPlanRows[number]>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        )
      ).rows;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  async function measure({ text, values, scope = wholeDatabase }: Statement): Promise<number> {
    const parameters = values.map((value) =>
      value !== null && typeof value === 'object' && 'hex' in value
        ? Buffer.from(value.hex, 'hex')
        : value,
    );
    const plan = (await explain(scope, text, parameters))[0]?.['QUERY PLAN'][0]?.Plan;
    return plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : Number.NaN;
  }

  return {
    // The first run also includes reads for planning and for the statement's functions.
    buffersOf: async (statement) => Math.min(await measure(statement), await measure(statement)),
    close: () => pool.end(),
  };
}

/**
 * Repeats the call until the same statements were sent this many times, because periodic jobs of
 * the portal also send statements.
 */
const equalRuns = 3;
const maxCalls = 30;

/**
 * The statements of a call and its response, without statements that other parts of the process
 * sent meanwhile.
 */
export async function statementsOf<Body>(
  client: TestClient,
  path: string,
): Promise<{ statements: Statement[]; body: Body }> {
  const seen = new Map<string, number>();
  let lowest = Number.POSITIVE_INFINITY;
  for (let call = 0; call < maxCalls; call++) {
    let body: Body | null = null;
    const statements = await recordStatements(async () => {
      const answer = await client.get<Body>(path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      body = answer.body;
    });
    lowest = Math.min(lowest, statements.length);
    const texts = JSON.stringify(statements.map(({ text }) => text).sort());
    seen.set(texts, (seen.get(texts) ?? 0) + 1);
    if (statements.length === lowest && seen.get(texts) === equalRuns)
      return { statements, body: body as Body };
  }
  throw new Error(`${path}: other statements come between in each of ${maxCalls} calls.`);
}
