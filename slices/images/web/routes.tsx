import type { ScreenRoute } from '../../../web/routes.ts';

export const imageScreens: readonly ScreenRoute[] = [
  { path: '/hdlibrary', load: () => import('./ImageLibrary.tsx') },
  { path: '/hdlibrary/$datacenter/{-$tab}', load: () => import('./ImageLibrary.tsx') },
];
