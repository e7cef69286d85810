import { billed, ofSeller, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  dunning_policy: ofSeller,
  dunning_step: billed('user_id'),
};
