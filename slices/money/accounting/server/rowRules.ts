import {
  below,
  ofSeller,
  type RowRules,
  withSecrets,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  accounting_hand_over: below('invoice_document', 'document_id'),
  accounting_connection: withSecrets(ofSeller, 'secret', 'signing_secret'),
};
