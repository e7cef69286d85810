import {
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  crash_report: ownedAtSite('user_id'),
};
