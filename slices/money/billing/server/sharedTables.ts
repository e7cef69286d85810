import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that other slices can query directly. */
export const sharedTables: SharedTables = {
  billing_profile: { readers: ['dunning', 'invoices', 'prepaid'] },
  charge_order: { readers: ['companies', 'ledger'] },
};
