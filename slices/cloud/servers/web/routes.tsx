import type { ScreenRoute } from '../../../../web/routes.ts';
import { firstQuery } from '../../../../web/table/listState.ts';
import { serverListing } from './listing.ts';

export const serverScreens = [
  {
    path: '/servers',
    load: () => import('./ServerList.tsx'),
    firstRead: (search) => ['listServers', { query: firstQuery(serverListing, search) }],
  },
  { path: '/servers/$serverId/{-$tab}', load: () => import('./detail/ServerDetail.tsx') },
  { path: '/serverCreate/{-$serverId}', load: () => import('./create/ServerCreate.tsx') },
  { path: '/serverCreateApp', load: () => import('./create/ServerCreate.tsx') },
  { path: '/serverCreateDesktop', load: () => import('./create/ServerCreate.tsx') },
  { path: '/serverCreateService', load: () => import('./create/ServerCreate.tsx') },
] as const satisfies readonly ScreenRoute[];
