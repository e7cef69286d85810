import {
  below,
  type RowRules,
  sellerRows,
  withSecrets,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules: the rows of each table that a caller's scope can read and change. */
export const rowRules: RowRules = {
  accounting_hand_over: below('invoice_document', 'document_id'),
  accounting_connection: withSecrets(sellerRows, 'secret', 'signing_secret'),
};
