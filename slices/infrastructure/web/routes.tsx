import type { ScreenRoute } from '../../../web/routes.ts';

export const infrastructureScreens: readonly ScreenRoute[] = [
  { path: '/hosts', load: () => import('./HostList.tsx') },
  { path: '/hosts/$hostId/{-$tab}', load: () => import('./HostDetail.tsx') },
];
