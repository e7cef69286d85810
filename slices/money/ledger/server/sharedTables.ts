import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables used by queries of other slices. */
export const sharedTables: SharedTables = {
  ledger_account: { readers: ['companies', 'dunning', 'invoices', 'reports'] },
  ledger_approval: { readers: ['companies'] },
  ledger_bare_charge: { readers: ['invoices'] },
  ledger_bare_refund: { readers: ['invoices'] },
  ledger_posting: { readers: ['companies', 'dunning', 'invoices', 'reports'] },
  ledger_transaction: { readers: ['invoices', 'payments', 'reports'] },
};
