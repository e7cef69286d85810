import type { ScreenRoute } from '../../../../web/routes.ts';

export const transferScreens = [
  { path: '/transfers', load: () => import('./TransferList.tsx') },
] as const satisfies readonly ScreenRoute[];
