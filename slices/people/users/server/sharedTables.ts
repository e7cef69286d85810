import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that the queries of other slices name. */
export const sharedTables: SharedTables = {
  user_account: {
    readers: 'all',
    writers: [
      'accounts',
      'billing',
      'credentials',
      'identity',
      'keys',
      'platform',
      'prepaid',
      'profile',
    ],
  },
};
