import type { Listing } from '../../../../web/table/listState.ts';

/** The server list. With `?bin=true`, the servers in the Trash. */
export const serverListing: Listing = {
  name: 'servers',
  filters: ['power', 'status', 'datacenter', 'bin'],
};
