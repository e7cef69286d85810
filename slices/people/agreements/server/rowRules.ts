import {
  ofAccount,
  ofSite,
  owned,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** Row-level security rules of each table: the rows that the caller can view and change. */
export const rowRules: RowRules = {
  agreement: ofSite,
  agreement_version: ofSite,
  agreement_reminder: owned('user_id'),
  agreement_signature: ofAccount('user_id'),
};
