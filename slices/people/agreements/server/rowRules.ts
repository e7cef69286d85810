import {
  accountRows,
  owned,
  type RowRules,
  siteRows,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules of each table: the rows that the caller can view and change. */
export const rowRules: RowRules = {
  agreement: siteRows,
  agreement_version: siteRows,
  agreement_reminder: owned('user_id'),
  agreement_signature: accountRows('user_id'),
};
