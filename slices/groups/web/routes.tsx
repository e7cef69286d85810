import type { ScreenRoute } from '../../../web/routes.ts';

export const groupScreens: readonly ScreenRoute[] = [
  { path: '/groups', load: () => import('./GroupList.tsx') },
  { path: '/groups/$site/$groupId/{-$tab}', load: () => import('./GroupDetail.tsx') },
];
