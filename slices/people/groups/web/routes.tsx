import type { ScreenRoute } from '../../../../web/routes.ts';

export const groupScreens = [
  { path: '/groups', load: () => import('./GroupList.tsx') },
  { path: '/groups/$site/$groupId/{-$tab}', load: () => import('./GroupDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
