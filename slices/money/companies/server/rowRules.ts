import {
  billed,
  ofSeller,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  customer_number: billed('user_id'),
  company: ofSeller,
  company_admin: ofSeller,
  company_site: ofSeller,
  company_tax: ofSeller,
};
