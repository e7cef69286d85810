import type { ScreenRoute } from '../../../../web/routes.ts';

export const networkScreens = [
  { path: '/networks', load: () => import('./NetworkList.tsx') },
  { path: '/networks/history', load: () => import('./AddressHistory.tsx') },
  { path: '/networks/$datacenter/$vlanId/{-$subnetId}', load: () => import('./NetworkDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
