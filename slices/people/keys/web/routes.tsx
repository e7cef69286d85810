import type { ScreenRoute } from '../../../../web/routes.ts';

export const keyScreens = [
  { path: '/keys', load: () => import('./KeyList.tsx') },
  { path: '/keys/$clientId/{-$tab}', load: () => import('./KeyDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
