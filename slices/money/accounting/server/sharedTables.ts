import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that other slices can query directly. */
export const sharedTables: SharedTables = {
  accounting_hand_over: { readers: ['invoices'] },
};
