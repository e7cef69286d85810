import {
  below,
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/**
 * Row security of each table: which rows are visible to the caller and which ones they can change.
 */
export const rowRules: RowRules = {
  server_backup: ownedAtSite('owner_id'),
  backup_policy: below('server', 'server_id'),
  backup_test: below('server_backup', 'backup_id'),
};
