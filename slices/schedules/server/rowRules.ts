import { below, ownedAtSite, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  schedule: ownedAtSite('owner_id'),
  schedule_run: below('schedule', 'schedule_id'),
};
