import type { ScreenRoute } from '../../../web/routes.ts';

export const cloudInitScreens: readonly ScreenRoute[] = [
  { path: '/cloudinit', load: () => import('./PolicyList.tsx') },
  { path: '/cloudinit/$policyId/{-$tab}', load: () => import('./PolicyDetail.tsx') },
];
