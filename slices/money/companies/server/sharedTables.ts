import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that other slices can query directly. */
export const sharedTables: SharedTables = {
  company: { readers: 'all' },
  company_admin: { readers: ['accounting', 'allocations', 'invoices', 'ledger', 'payments'] },
  company_site: { readers: ['pricing'] },
  company_tax: { readers: ['invoices'] },
  customer_number: { readers: ['invoices', 'reports'] },
};
