import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables used by queries of other slices. */
export const sharedTables: SharedTables = {
  invoice: { readers: ['dunning'] },
  invoice_document: { readers: ['accounting', 'dunning', 'payments'] },
  invoicing_run: { readers: ['pricing'] },
};
