import {
  below,
  billed,
  forBooks,
  ofSeller,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  discount: billed('user_id'),
  promo: ofSeller,
  promo_use: forBooks('user_id'),
  promo_spent: below('promo_use', 'use_id'),
};
