import { runMigrations } from 'graphile-worker';
import type { Config } from '../config.ts';
import { migrate } from './migrate.ts';
import { checkWall, isOwner, raiseWall, type WallState } from './wall/raise.ts';
import type { RowRules } from './wall/rules.ts';

/**
 * Brings the database to this version as its owner: the portal's tables, those of the task queue,
 * and row security. Says which migrations ran. The portal itself has none of the rights this takes.
 */
export async function upgradeSchema(
  { databaseUrl, migrationUrl = databaseUrl }: Pick<Config, 'databaseUrl' | 'migrationUrl'>,
  rules: RowRules,
  log: (line: string) => void = () => {},
): Promise<WallState> {
  await migrate(migrationUrl, log);
  if (!(await isOwner(migrationUrl))) return await checkWall(databaseUrl);
  await runMigrations({ connectionString: migrationUrl });
  return await raiseWall({ migrationUrl, databaseUrl }, rules);
}
