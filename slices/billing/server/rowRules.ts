import { billed, forBooks, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  billing_profile: forBooks('user_id'),
  charge_order: billed('user_id'),
  tax_number_check: forBooks('user_id'),
};
