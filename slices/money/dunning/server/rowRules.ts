import {
  billed,
  type RowRules,
  sellerRows,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules: the rows of each table that a caller's scope can read and change. */
export const rowRules: RowRules = {
  dunning_policy: sellerRows,
  dunning_step: billed('user_id'),
};
