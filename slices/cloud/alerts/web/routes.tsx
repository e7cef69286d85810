import type { ScreenRoute } from '../../../../web/routes.ts';

export const alertScreens = [
  { path: '/alerts', load: () => import('./AlertList.tsx') },
  { path: '/alerts/$alertId', load: () => import('./AlertDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
