import {
  below,
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  console_host_key: below('server', 'server_id'),
  console_recording: ownedAtSite('owner_id', 'user_id'),
  console_ticket: below('server', 'server_id'),
};
