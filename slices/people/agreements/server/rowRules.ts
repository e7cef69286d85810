import {
  ofAccount,
  ofSite,
  owned,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  agreement: ofSite,
  agreement_version: ofSite,
  agreement_reminder: owned('user_id'),
  agreement_signature: ofAccount('user_id'),
};
