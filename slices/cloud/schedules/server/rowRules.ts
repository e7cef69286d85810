import {
  below,
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  schedule: ownedAtSite('owner_id'),
  schedule_run: below('schedule', 'schedule_id'),
};
