import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that the queries of other slices name. */
export const sharedTables: SharedTables = {
  company: { readers: 'all' },
  company_admin: { readers: ['accounting', 'allocations', 'invoices', 'ledger', 'payments'] },
  company_site: { readers: ['pricing'] },
  company_tax: { readers: ['invoices'] },
  customer_number: { readers: ['invoices', 'reports'] },
};
