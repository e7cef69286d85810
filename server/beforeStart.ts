import { firstPasswordProblem } from '../slices/people/credentials/server/index.ts';
import type { Config } from './platform/config.ts';
import { checkDatabase } from './platform/database/reach.ts';

/**
 * Reports impossible settings of the environment before anything is created: an unusable database,
 * and a first password that breaks the rules. Throws a sentence.
 */
export async function refuseBeforeStart({
  databaseUrl,
  rootEmail,
  rootPassword,
}: Config): Promise<void> {
  const { isPrepared } = await checkDatabase(databaseUrl);
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
