import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that queries of other slices use. */
export const sharedTables: SharedTables = {
  site: { readers: 'all', writers: ['identity', 'keys'] },
  site_page: { readers: ['platform'] },
};
