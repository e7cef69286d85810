import { billed, ofSeller, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  customer_number: billed('user_id'),
  company: ofSeller,
  company_admin: ofSeller,
  company_site: ofSeller,
  company_tax: ofSeller,
};
