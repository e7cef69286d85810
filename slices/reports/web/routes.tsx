import type { ScreenRoute } from '../../../web/routes.ts';

/** A report's screen is made from its declaration: one screen serves all, at the address of each. */
export const reportScreens: readonly ScreenRoute[] = [
  { path: '/recentUsersActivity', load: () => import('./ReportScreen.tsx') },
  { path: '/deletedUsers', load: () => import('./ReportScreen.tsx') },
  { path: '/suspendedUsersWithActiveServices', load: () => import('./ReportScreen.tsx') },
  { path: '/suspendedUsersToTerminate', load: () => import('./ReportScreen.tsx') },
  { path: '/suspendedUsersWithPoweredOnServers', load: () => import('./ReportScreen.tsx') },
  { path: '/transactionsReport', load: () => import('./ReportScreen.tsx') },
];
