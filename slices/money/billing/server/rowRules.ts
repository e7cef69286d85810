import {
  billed,
  billingRule,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules: the rows of each table that a caller's scope can read and change. */
export const rowRules: RowRules = {
  billing_profile: billingRule('user_id'),
  charge_order: billed('user_id'),
  tax_number_check: billingRule('user_id'),
};
