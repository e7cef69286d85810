import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that queries of other slices use. */
export const sharedTables: SharedTables = {
  social_link: { readers: ['credentials'] },
};
