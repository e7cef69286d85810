import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that the queries of other slices name. */
export const sharedTables: SharedTables = {
  invoice: { readers: ['dunning'] },
  invoice_document: { readers: ['accounting', 'dunning', 'payments'] },
  invoicing_run: { readers: ['pricing'] },
};
