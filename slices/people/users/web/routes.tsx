import type { ScreenRoute } from '../../../../web/routes.ts';
import { firstQuery } from '../../../../web/table/listState.ts';
import { userListing } from './listing.ts';

export const userScreens = [
  {
    path: '/users',
    load: () => import('./UserList.tsx'),
    firstRead: (search) => ['listUsers', { query: firstQuery(userListing, search) }],
  },
  { path: '/users/$site/$userId/{-$tab}', load: () => import('./detail/UserDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
