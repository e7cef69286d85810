import type { ScreenRoute } from '../../../../web/routes.ts';

export const infrastructureScreens = [
  { path: '/hosts', load: () => import('./HostList.tsx') },
  { path: '/hosts/$hostId/{-$tab}', load: () => import('./HostDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
