import pg from 'pg';

/**
 * Runs maintenance such as `vacuum analyze` as the user of `ownerUrl`, the owner of the tables or a
 * superuser. For the portal's own roles, PostgreSQL skips the tables with a warning, and the
 * planner works without statistics.
 */
export async function maintain(ownerUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
