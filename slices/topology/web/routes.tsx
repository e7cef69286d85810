import type { ScreenRoute } from '../../../web/routes.ts';

export const topologyScreens: readonly ScreenRoute[] = [
  { path: '/networks/map', load: () => import('./Topology.tsx') },
];
