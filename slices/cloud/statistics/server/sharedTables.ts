import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that queries of other slices can use. */
export const sharedTables: SharedTables = {
  server_sample_1h: { readers: ['reports'] },
};
