import type { ScreenRoute } from '../../../web/routes.ts';

export const datacenterScreens: readonly ScreenRoute[] = [
  { path: '/datacenters', load: () => import('./DatacenterList.tsx') },
];
