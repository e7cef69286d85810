import type { ScreenRoute } from '../../../web/routes.ts';

export const alertScreens: readonly ScreenRoute[] = [
  { path: '/alerts', load: () => import('./AlertList.tsx') },
  { path: '/alerts/$alertId', load: () => import('./AlertDetail.tsx') },
];
