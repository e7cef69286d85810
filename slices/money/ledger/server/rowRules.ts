import {
  below,
  billed,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** The row-level security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  // A ledger account without a customer belongs to the seller: the counterpart of customer
  // payments.
  ledger_account: {
    kind: 'condition',
    using: `user_id is null or user_id = any($accounts) or company_id = any($companies)
      or exists (select from user_account account where account.id = ledger_account.user_id and account.site_id = any($sites))`,
  },
  ledger_transaction: billed('user_id'),
  ledger_posting: below('ledger_transaction', 'transaction_id'),
  ledger_approval: billed('user_id'),
  ledger_bare_charge: below('ledger_transaction', 'transaction_id'),
  ledger_bare_refund: below('ledger_transaction', 'transaction_id'),
  ledger_by_hand: below('ledger_transaction', 'transaction_id'),
  ledger_withheld: below('ledger_transaction', 'transaction_id'),
  ledger_write_off_part: below('ledger_transaction', 'write_off_id'),
  deposit_demand_alone: billed('user_id'),
};
