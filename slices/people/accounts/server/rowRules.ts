import {
  below,
  owned,
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules of each table: the rows that the caller can view and change. */
export const rowRules: RowRules = {
  account_batch: ownedAtSite('created_by', 'person_id'),
  account_batch_line: below('account_batch', 'batch_id'),
  account_suspended_server: owned('user_id'),
};
