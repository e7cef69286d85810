import {
  billed,
  ofSeller,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  dunning_policy: ofSeller,
  dunning_step: billed('user_id'),
};
