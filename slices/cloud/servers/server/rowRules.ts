import {
  below,
  ownedAtSite,
  portalRows,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/**
 * Row security of each table: which rows are visible to the caller and which ones they can change.
 */
export const rowRules: RowRules = {
  server: ownedAtSite('owner_id'),
  server_disk: below('server', 'server_id'),
  server_snapshot: below('server', 'server_id'),
  server_runtime: below('server', 'server_id'),
  server_past: below('server', 'server_id'),
  server_nic_unplugged: below('server', 'server_id'),
  engine_orphan: portalRows,
};
