import type { ScreenRoute } from '../../../../web/routes.ts';

export const imageScreens = [
  { path: '/hdlibrary', load: () => import('./ImageLibrary.tsx') },
  { path: '/hdlibrary/$datacenter/{-$tab}', load: () => import('./ImageLibrary.tsx') },
] as const satisfies readonly ScreenRoute[];
