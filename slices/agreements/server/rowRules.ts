import {
  ofAccount,
  ofSite,
  owned,
  type RowRules,
} from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  agreement: ofSite,
  agreement_version: ofSite,
  agreement_reminder: owned('user_id'),
  agreement_signature: ofAccount('user_id'),
};
