import type { ScreenRoute } from '../../../../web/routes.ts';

export const shellScreens = [
  { path: '/', load: () => import('./Dashboard.tsx') },
  { path: '/dashboard', load: () => import('./Dashboard.tsx') },
  { path: '/forbidden', load: () => import('./Forbidden.tsx') },
  { path: '/usage/download', load: () => import('./Download.tsx') },
  { path: '/invoice/download', load: () => import('./Download.tsx') },
  { path: '/report/download', load: () => import('./Download.tsx') },
] as const satisfies readonly ScreenRoute[];
