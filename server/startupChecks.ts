import { firstPasswordProblem } from '../slices/people/credentials/server/index.ts';
import type { Config } from './platform/config.ts';
import { checkDatabase } from './platform/database/checkDatabase.ts';

/**
 * Checks the environment before anything is created. Throws a readable error if the database is
 * unusable or the first password breaks the rules.
 */
export async function checkBeforeStart({
  databaseUrl,
  rootEmail,
  rootPassword,
}: Config): Promise<void> {
  const { isPrepared } = await checkDatabase(databaseUrl);
  if (!isPrepared) requireValidFirstPassword({ rootEmail, rootPassword });
}

/** Throws a readable error that states the rule the first root user's password breaks. */
export function requireValidFirstPassword({
  rootEmail,
  rootPassword,
}: Pick<Config, 'rootEmail' | 'rootPassword'>): void {
  const problem =
    rootPassword === undefined ? null : firstPasswordProblem(rootPassword, [rootEmail]);
  if (problem) throw new Error(`CLOUDBERTH_ROOT_PASSWORD ${problem}`);
}
