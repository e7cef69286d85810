import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that the queries of other slices use. */
export const sharedTables: SharedTables = {
  server: { readers: ['reports', 'statistics'] },
  server_disk: { readers: ['reports'] },
  server_runtime: { writers: ['statistics'] },
};
