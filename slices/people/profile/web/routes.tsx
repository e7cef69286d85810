import type { ScreenRoute } from '../../../../web/routes.ts';

export const profileScreens = [
  // A tab, or the specification's `{social}` and `{remote}/{status}/{value}` that other sites
  // redirect back to.
  {
    path: '/profile/{-$tab}/{-$status}/{-$value}',
    load: () => import('./Profile.tsx'),
    firstRead: () => ['getProfile', {}],
  },
] as const satisfies readonly ScreenRoute[];
