import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables used by queries of other slices. */
export const sharedTables: SharedTables = {
  payment_connection: { readers: ['billing'] },
  payment_dispute: { readers: ['ledger'] },
  payment_order: { readers: ['companies', 'ledger'] },
  payment_refund: { readers: ['ledger'] },
};
