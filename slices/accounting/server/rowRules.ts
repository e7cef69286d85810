import {
  below,
  ofSeller,
  type RowRules,
  withSecrets,
} from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  accounting_hand_over: below('invoice_document', 'document_id'),
  accounting_connection: withSecrets(ofSeller, 'secret', 'signing_secret'),
};
