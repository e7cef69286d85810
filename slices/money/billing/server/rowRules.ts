import {
  billed,
  forBooks,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  billing_profile: forBooks('user_id'),
  charge_order: billed('user_id'),
  tax_number_check: forBooks('user_id'),
};
