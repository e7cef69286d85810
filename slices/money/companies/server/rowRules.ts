import {
  billed,
  type RowRules,
  sellerRows,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules: the rows of each table that a caller's scope can read and change. */
export const rowRules: RowRules = {
  customer_number: billed('user_id'),
  company: sellerRows,
  company_admin: sellerRows,
  company_site: sellerRows,
  company_tax: sellerRows,
};
