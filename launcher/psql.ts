import { UserError } from './output.ts';
import { isInstalled } from './packages.ts';
import { withDatabase } from './run/database.ts';
import { runWithOutput } from './run/processes.ts';

/**
 * Opens the database with this machine's psql, because the embedded PostgreSQL doesn't include one.
 */
export async function psql(args: readonly string[]): Promise<number> {
  if (!(await isInstalled('psql')))
    throw new UserError(
      "psql isn't installed. On Debian or Ubuntu, run: sudo apt-get install postgresql-client",
    );
  return withDatabase(({ owner }) => runWithOutput('psql', [owner, ...args], { stdio: 'inherit' }));
}
