import { below, ownedAtSite, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  console_host_key: below('server', 'server_id'),
  console_recording: ownedAtSite('owner_id', 'user_id'),
  console_ticket: below('server', 'server_id'),
};
