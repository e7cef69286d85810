import type { ScreenRoute } from '../../../../web/routes.ts';

export const datacenterScreens = [
  { path: '/datacenters', load: () => import('./DatacenterList.tsx') },
] as const satisfies readonly ScreenRoute[];
