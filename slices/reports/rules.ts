/** Every report there is; each is also the address of its screen. What it shows is declared in `server/reports/`. */
export const reportIds = [
  'recentUsersActivity',
  'deletedUsers',
  'suspendedUsersWithActiveServices',
  'suspendedUsersToTerminate',
  'suspendedUsersWithPoweredOnServers',
  'transactionsReport',
] as const;
export type ReportId = (typeof reportIds)[number];
