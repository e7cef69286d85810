import type { ScreenRoute } from '../../../web/routes.ts';

export const auditScreens: readonly ScreenRoute[] = [
  { path: '/logView', load: () => import('./LogView.tsx') },
  { path: '/loginLog', load: () => import('./LoginLog.tsx') },
  { path: '/accountLog', load: () => import('./AccountLog.tsx') },
];
