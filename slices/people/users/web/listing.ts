import type { Listing } from '../../../../web/table/listState.ts';

export const userListing: Listing = {
  name: 'users',
  filters: ['role', 'state', 'enabled', 'site', 'parent'],
};
