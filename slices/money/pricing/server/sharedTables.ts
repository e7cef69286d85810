import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables used by queries of other slices. */
export const sharedTables: SharedTables = {
  price_item: { readers: ['invoices', 'metering', 'reports', 'usage'] },
  price_list: { readers: ['invoices', 'reports'] },
  price_list_grant: { readers: ['reports'] },
  price_list_withdrawal: { readers: ['reports'] },
  span: { readers: ['invoices', 'metering', 'prepaid', 'reports', 'usage'] },
};
