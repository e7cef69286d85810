import {
  below,
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/**
 * Row security of each table: which rows are visible to the caller and which ones they can change.
 */
export const rowRules: RowRules = {
  console_host_key: below('server', 'server_id'),
  console_recording: ownedAtSite('owner_id', 'user_id'),
  console_ticket: below('server', 'server_id'),
};
