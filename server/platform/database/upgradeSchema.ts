import { runMigrations } from 'graphile-worker';
import type { Config } from '../config.ts';
import { migrate } from './migrate.ts';
import {
  applyRowSecurity,
  checkRowSecurity,
  isOwner,
  type RowSecurityState,
} from './rowSecurity/applyRowSecurity.ts';
import type { RowRules } from './rowSecurity/rules.ts';

/**
 * Migrates the database to this version as its owner: the portal's tables, the task queue's tables,
 * and row security. Logs the migrations it ran. The portal itself doesn't have the rights this
 * requires.
 */
export async function upgradeSchema(
  { databaseUrl, migrationUrl = databaseUrl }: Pick<Config, 'databaseUrl' | 'migrationUrl'>,
  rules: RowRules,
  log: (line: string) => void = () => {},
): Promise<RowSecurityState> {
  await migrate(migrationUrl, log);
  if (!(await isOwner(migrationUrl))) return await checkRowSecurity(databaseUrl);
  await runMigrations({ connectionString: migrationUrl });
  return await applyRowSecurity({ migrationUrl, databaseUrl }, rules);
}
