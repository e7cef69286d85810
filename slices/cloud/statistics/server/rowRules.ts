import {
  below,
  owned,
  portalRows,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  server_use: owned('owner_id'),
  server_part_runtime: below('server', 'server_id'),
  server_sample: below('server', 'server_id'),
  server_sample_5m: below('server', 'server_id'),
  server_sample_1h: below('server', 'server_id'),
  server_sample_1d: below('server', 'server_id'),
  server_part_sample: below('server', 'server_id'),
  server_part_sample_5m: below('server', 'server_id'),
  server_part_sample_1h: below('server', 'server_id'),
  server_part_sample_1d: below('server', 'server_id'),
  server_sample_level: portalRows,
};
