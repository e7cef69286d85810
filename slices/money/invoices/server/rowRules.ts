import {
  below,
  billed,
  type RowRules,
  sellerRows,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** The row-level security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  invoice: billed('user_id'),
  invoice_line: below('invoice', 'invoice_id'),
  invoice_tax: below('invoice', 'invoice_id'),
  invoice_log: below('invoice', 'invoice_id'),
  invoice_charge: below('invoice', 'invoice_id'),
  invoice_document: billed('user_id'),
  invoice_credit: below('invoice_document', 'document_id'),
  invoice_mail: below('invoice_document', 'document_id'),
  invoice_owner: billed('owner_id', 'user_id'),
  invoice_series: sellerRows,
  invoicing_run: sellerRows,
};
