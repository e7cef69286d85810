import type { ScreenRoute } from '../../../web/routes.ts';

export const transferScreens: readonly ScreenRoute[] = [
  { path: '/transfers', load: () => import('./TransferList.tsx') },
];
