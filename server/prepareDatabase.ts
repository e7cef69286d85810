import type { Config } from './platform/config.ts';
import type { RowSecurityState } from './platform/database/rowSecurity/applyRowSecurity.ts';
import { upgradeSchema } from './platform/database/upgradeSchema.ts';
import { collectRowRules } from './platform/slice.ts';
import { slices } from './slices.ts';

/** Migrates the database to this version of the program, with the row security of every slice. */
export const prepareDatabase = (
  config: Pick<Config, 'databaseUrl' | 'migrationUrl'>,
  log?: (line: string) => void,
): Promise<RowSecurityState> => upgradeSchema(config, collectRowRules(slices), log);
