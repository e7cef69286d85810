import type { ScreenRoute } from '../../../web/routes.ts';

export const usageScreens: readonly ScreenRoute[] = [
  { path: '/report', load: () => import('./UsageReport.tsx') },
  { path: '/report/$userId', load: () => import('./UsageReport.tsx') },
];
