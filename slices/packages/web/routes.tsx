import type { ScreenRoute } from '../../../web/routes.ts';

export const packageScreens: readonly ScreenRoute[] = [
  { path: '/uploadService', load: () => import('./PackageList.tsx') },
  { path: '/uploadService/$packageId/{-$tab}', load: () => import('./PackageDetail.tsx') },
];
