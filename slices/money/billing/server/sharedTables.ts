import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that the queries of other slices name. */
export const sharedTables: SharedTables = {
  billing_profile: { readers: ['dunning', 'invoices', 'prepaid'] },
  charge_order: { readers: ['companies', 'ledger'] },
};
