import { withDatabase } from './database.ts';
import { isThere } from './packages.ts';
import { runShown } from './processes.ts';
import { UserError } from './say.ts';

/** Opens the database with the psql of this machine; the bundled PostgreSQL has none. */
export async function psql(args: readonly string[]): Promise<number> {
  if (!(await isThere('psql')))
    throw new UserError(
      "psql isn't installed. On Debian or Ubuntu, run: sudo apt-get install postgresql-client",
    );
  return withDatabase(({ owner }) => runShown('psql', [owner, ...args], { stdio: 'inherit' }));
}
