import type { ScreenRoute } from '../../../../web/routes.ts';

export const topologyScreens = [
  { path: '/networks/map', load: () => import('./Topology.tsx') },
] as const satisfies readonly ScreenRoute[];
