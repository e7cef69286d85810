import {
  below,
  billed,
  billingRule,
  type RowRules,
  sellerRows,
  withSecrets,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** The row-level security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  payment_order: billed('user_id'),
  payment_method: billingRule('user_id'),
  payment_refund: below('payment_order', 'order_id'),
  payment_dispute: below('payment_order', 'order_id'),
  payment_event: sellerRows,
  payment_connection: withSecrets(sellerRows, 'secret', 'webhook_secret'),
};
