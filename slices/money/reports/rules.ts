/**
 * All reports. Each ID is also the URL of the report's screen. The content is declared in
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
