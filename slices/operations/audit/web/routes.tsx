import type { ScreenRoute } from '../../../../web/routes.ts';

export const auditScreens = [
  { path: '/logView', load: () => import('./LogView.tsx') },
  { path: '/loginLog', load: () => import('./LoginLog.tsx') },
  { path: '/accountLog', load: () => import('./AccountLog.tsx') },
] as const satisfies readonly ScreenRoute[];
