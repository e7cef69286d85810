import type { ScreenRoute } from '../../../../web/routes.ts';

export const packageScreens = [
  { path: '/uploadService', load: () => import('./PackageList.tsx') },
  { path: '/uploadService/$packageId/{-$tab}', load: () => import('./PackageDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
