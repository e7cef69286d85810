import type { ScreenRoute } from '../../../../web/routes.ts';

/**
 * Report screens are generated from the declarations. One component serves all of them, each at its
 * own URL.
 */
export const reportScreens = [
  { path: '/recentUsersActivity', load: () => import('./ReportScreen.tsx') },
  { path: '/deletedUsers', load: () => import('./ReportScreen.tsx') },
  { path: '/suspendedUsersWithActiveServices', load: () => import('./ReportScreen.tsx') },
  { path: '/suspendedUsersToTerminate', load: () => import('./ReportScreen.tsx') },
  { path: '/suspendedUsersWithPoweredOnServers', load: () => import('./ReportScreen.tsx') },
  { path: '/transactionsReport', load: () => import('./ReportScreen.tsx') },
  { path: '/naServicesReport', load: () => import('./ReportScreen.tsx') },
  { path: '/abusiveUsage', load: () => import('./ReportScreen.tsx') },
  { path: '/billingHierarchy', load: () => import('./ReportScreen.tsx') },
  { path: '/serverLicensePrice', load: () => import('./ReportScreen.tsx') },
  { path: '/incorrectUsersPricelist', load: () => import('./ReportScreen.tsx') },
  { path: '/serversNoTrafficPackage', load: () => import('./ReportScreen.tsx') },
  { path: '/typeTProcessorsWithMonthlyBillingCycle', load: () => import('./ReportScreen.tsx') },
  { path: '/invalidServices', load: () => import('./ReportScreen.tsx') },
  { path: '/noExternalIDUsersWithVMs', load: () => import('./ReportScreen.tsx') },
  { path: '/duplicateExternalIDs', load: () => import('./ReportScreen.tsx') },
  { path: '/customerTerminatingServicesAlert', load: () => import('./ReportScreen.tsx') },
  { path: '/customersWithPhone', load: () => import('./ReportScreen.tsx') },
  { path: '/resellerMargins', load: () => import('./ReportScreen.tsx') },
  { path: '/naServicesForRootReport', load: () => import('./ReportScreen.tsx') },
  { path: '/usersTransactionsHistoryForAcms', load: () => import('./ReportScreen.tsx') },
] as const satisfies readonly ScreenRoute[];
