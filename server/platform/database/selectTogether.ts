import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Reads the rows of several independent queries in one statement. The rows are transferred as JSON,
 * so queries must select numbers, strings, booleans, and JSON, with exact numbers and timestamps as
 * text.
 */
export async function readInOneStatement<Rows extends Record<string, unknown>>(
  db: Database,
  queries: { [Name in keyof Rows]: RawBuilder<Rows[Name]> },
): Promise<{ [Name in keyof Rows]: Rows[Name][] }> {
  const { rows } = await sql<{
    [Name in keyof Rows]: Rows[Name][];
  }>`${selectTogether(queries)}`.execute(db);
  return rows[0] as { [Name in keyof Rows]: Rows[Name][] };
}

/** Builds the statement for `readInOneStatement`: one row with a column for each query. */
export function selectTogether(queries: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> {
  const parts = Object.entries(queries).map(
    ([name, query]) =>
      sql`(select coalesce(json_agg(part), '[]') from (${query}) part) as ${sql.id(name)}`,
  );
  return sql`select ${sql.join(parts)}`;
}
