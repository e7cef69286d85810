import type { ScreenRoute } from '../../../web/routes.ts';

export const keyScreens: readonly ScreenRoute[] = [
  { path: '/keys', load: () => import('./KeyList.tsx') },
  { path: '/keys/$clientId/{-$tab}', load: () => import('./KeyDetail.tsx') },
];
