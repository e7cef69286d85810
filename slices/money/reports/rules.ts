/**
 * Every report there is; each is also the address of its screen. What it shows is declared in
 * `server/reports/`.
 */
export const reportIds = [
  'recentUsersActivity',
  'deletedUsers',
  'suspendedUsersWithActiveServices',
  'suspendedUsersToTerminate',
  'suspendedUsersWithPoweredOnServers',
  'transactionsReport',
  'naServicesReport',
  'abusiveUsage',
  'billingHierarchy',
  'serverLicensePrice',
  'incorrectUsersPricelist',
  'serversNoTrafficPackage',
  'typeTProcessorsWithMonthlyBillingCycle',
  'invalidServices',
  'noExternalIDUsersWithVMs',
  'duplicateExternalIDs',
  'customerTerminatingServicesAlert',
  'customersWithPhone',
  'resellerMargins',
  'naServicesForRootReport',
  'usersTransactionsHistoryForAcms',
] as const;
export type ReportId = (typeof reportIds)[number];
