import type { SharedTables } from '../../../../server/platform/database/sharedTables.ts';

/** Tables that queries of other slices use. */
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
