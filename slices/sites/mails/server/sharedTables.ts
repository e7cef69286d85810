import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that the queries of other slices name. */
export const sharedTables: SharedTables = {
  mail_template: { readers: ['platform'] },
};
