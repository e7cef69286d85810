import { firstPasswordProblem } from '../slices/credentials/server/index.ts';
import type { Config } from './platform/config.ts';
import { askDatabase } from './platform/database/reach.ts';

/**
 * What the environment asks for that cannot be done is told before anything is made: a database
 * that cannot be used, and a first password against the rules. Throws a sentence.
 */
export async function refuseBeforeStart({
  databaseUrl,
  rootEmail,
  rootPassword,
}: Config): Promise<void> {
  const { isPrepared } = await askDatabase(databaseUrl);
  if (!isPrepared) refuseFirstPassword({ rootEmail, rootPassword });
}

/** Throws a sentence with the rule that the password of the first root user is against. */
export function refuseFirstPassword({
  rootEmail,
  rootPassword,
}: Pick<Config, 'rootEmail' | 'rootPassword'>): void {
  const problem =
    rootPassword === undefined ? null : firstPasswordProblem(rootPassword, [rootEmail]);
  if (problem) throw new Error(`CLOUDBERTH_ROOT_PASSWORD ${problem}`);
}
