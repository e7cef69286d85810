import type { Report } from '../report.ts';
import { deletedUsers } from './deletedUsers.ts';
import { recentUsersActivity } from './recentUsersActivity.ts';
import { suspendedUsersToTerminate } from './suspendedUsersToTerminate.ts';
import { suspendedUsersWithActiveServices } from './suspendedUsersWithActiveServices.ts';
import { suspendedUsersWithPoweredOnServers } from './suspendedUsersWithPoweredOnServers.ts';
import { transactionsReport } from './transactionsReport.ts';

/** Every report, a line each, in the order of the menu. */
export const reports: readonly Report[] = [
  recentUsersActivity,
  deletedUsers,
  suspendedUsersWithActiveServices,
  suspendedUsersToTerminate,
  suspendedUsersWithPoweredOnServers,
  transactionsReport,
];
