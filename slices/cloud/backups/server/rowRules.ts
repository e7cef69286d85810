import {
  below,
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  server_backup: ownedAtSite('owner_id'),
  backup_policy: below('server', 'server_id'),
  backup_test: below('server_backup', 'backup_id'),
};
