import { below, ownedAtSite, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  server_backup: ownedAtSite('owner_id'),
  backup_policy: below('server', 'server_id'),
  backup_test: below('server_backup', 'backup_id'),
};
