import {
  below,
  billed,
  billingRule,
  type RowRules,
  sellerRows,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules: the rows of each table that a caller's scope can read and change. */
export const rowRules: RowRules = {
  discount: billed('user_id'),
  promo: sellerRows,
  promo_use: billingRule('user_id'),
  promo_spent: below('promo_use', 'use_id'),
};
