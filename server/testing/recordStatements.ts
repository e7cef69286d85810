import pg from 'pg';
import {
  prepareScope,
  ScopedQuery,
  type ScopeSettings,
} from '../platform/database/rowSecurity/scopedQuery.ts';

/** A statement as it was sent, with bytes in hexadecimal and timestamps as text. */
export interface Statement {
  text: string;
  name?: string;
  /** The scope of the statement. If omitted, it had access to the whole database. */
  scope?: ScopeSettings;
  values: (string | number | boolean | null | { hex: string } | string[])[];
}

/**
 * Runs the work and returns the statements it sent to the database, without transaction statements.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | pg.QueryConfig, unknown[] | undefined];
    const statement =
      typeof first === 'string'
        ? { text: first, values: second ?? [] }
        : { ...first, values: first.values ?? second ?? [] };
    const scope = first instanceof ScopedQuery ? { scope: first.settings } : {};
    if (
      /^\s*(--.*\n\s*)*(select|with)/i.test(statement.text) &&
      statement.name !== prepareScope.name
    )
      statements.push({ ...toStatement(statement), ...scope });
    return (original as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return statements;
}

/**
 * The statements that were sent more often than before, and more than once. The total numbers can't
 * be compared, because periodic jobs of the portal can send statements meanwhile.
 */
export function newlyRepeated(before: readonly Statement[], after: readonly Statement[]): string[] {
  const countOf = (statements: readonly Statement[], text: string) =>
    statements.filter((statement) => statement.text === text).length;
  return [...new Set(after.map(({ text }) => text))].filter(
    (text) => countOf(after, text) > Math.max(1, countOf(before, text)),
  );
}

function toStatement(statement: {
  text: string;
  name?: string | undefined;
  values: readonly unknown[];
}): Statement {
  const values = statement.values.map((value) =>
    Buffer.isBuffer(value)
      ? { hex: value.toString('hex') }
      : value instanceof Date
        ? value.toISOString()
        : value,
  );
  return {
    text: statement.text,
    values: values as Statement['values'],
    ...(statement.name ? { name: statement.name } : {}),
  };
}
