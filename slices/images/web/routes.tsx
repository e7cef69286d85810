import type { ScreenRoute } from '../../../web/routes.ts';

const load = () => import('./ImageLibrary.tsx');

export const imageScreens: readonly ScreenRoute[] = [
  { path: '/hdlibrary', load },
  { path: '/hdlibrary/$datacenter/{-$tab}', load },
];
