import {
  below,
  ofPortal,
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  server: ownedAtSite('owner_id'),
  server_disk: below('server', 'server_id'),
  server_snapshot: below('server', 'server_id'),
  server_runtime: below('server', 'server_id'),
  server_past: below('server', 'server_id'),
  server_nic_unplugged: below('server', 'server_id'),
  engine_orphan: ofPortal,
};
