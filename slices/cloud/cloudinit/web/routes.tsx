import type { ScreenRoute } from '../../../../web/routes.ts';

export const cloudInitScreens = [
  { path: '/cloudinit', load: () => import('./PolicyList.tsx') },
  { path: '/cloudinit/$policyId/{-$tab}', load: () => import('./PolicyDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
