import type { ScreenRoute } from '../../../../web/routes.ts';

export const usageScreens = [
  { path: '/report', load: () => import('./UsageReport.tsx') },
  { path: '/report/$userId', load: () => import('./UsageReport.tsx') },
] as const satisfies readonly ScreenRoute[];
