import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that the queries of other slices use. */
export const sharedTables: SharedTables = {
  server_backup: { readers: ['reports'] },
};
