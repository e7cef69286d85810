import {
  below,
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  schedule: ownedAtSite('owner_id'),
  schedule_run: below('schedule', 'schedule_id'),
};
