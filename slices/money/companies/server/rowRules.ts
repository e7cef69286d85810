import {
  billed,
  ofSeller,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** Row-level security rules: the rows of each table that a caller's scope can read and change. */
export const rowRules: RowRules = {
  customer_number: billed('user_id'),
  company: ofSeller,
  company_admin: ofSeller,
  company_site: ofSeller,
  company_tax: ofSeller,
};
