import {
  below,
  billed,
  forBooks,
  ofSeller,
  type RowRules,
} from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  discount: billed('user_id'),
  promo: ofSeller,
  promo_use: forBooks('user_id'),
  promo_spent: below('promo_use', 'use_id'),
};
