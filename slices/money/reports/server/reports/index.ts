import type { Report } from '../report.ts';
import { billingHierarchy } from './billingHierarchy.ts';
import { resellerMargins } from './resellerMargins.ts';
import { abusiveUsage } from './servers/abusiveUsage.ts';
import { customerTerminatingServicesAlert } from './servers/customerTerminatingServicesAlert.ts';
import { invalidServices } from './servers/invalidServices.ts';
import { naServicesForRootReport } from './servers/naServicesForRootReport.ts';
import { naServicesReport } from './servers/naServicesReport.ts';
import { serverLicensePrice } from './servers/serverLicensePrice.ts';
import { serversNoTrafficPackage } from './servers/serversNoTrafficPackage.ts';
import { typeTProcessorsWithMonthlyBillingCycle } from './servers/typeTProcessorsWithMonthlyBillingCycle.ts';
import { transactionsReport } from './transactionsReport.ts';
import { customersWithPhone } from './users/customersWithPhone.ts';
import { deletedUsers } from './users/deletedUsers.ts';
import { duplicateExternalIDs } from './users/duplicateExternalIDs.ts';
import { incorrectUsersPricelist } from './users/incorrectUsersPricelist.ts';
import { noExternalIDUsersWithVMs } from './users/noExternalIDUsersWithVMs.ts';
import { recentUsersActivity } from './users/recentUsersActivity.ts';
import { suspendedUsersToTerminate } from './users/suspendedUsersToTerminate.ts';
import { suspendedUsersWithActiveServices } from './users/suspendedUsersWithActiveServices.ts';
import { suspendedUsersWithPoweredOnServers } from './users/suspendedUsersWithPoweredOnServers.ts';
import { usersTransactionsHistoryForAcms } from './usersTransactionsHistoryForAcms.ts';

/** All reports, one per line, in menu order. */
export const reports: readonly Report[] = [
  recentUsersActivity,
  deletedUsers,
  suspendedUsersWithActiveServices,
  suspendedUsersToTerminate,
  suspendedUsersWithPoweredOnServers,
  transactionsReport,
  naServicesReport,
  abusiveUsage,
  billingHierarchy,
  serverLicensePrice,
  incorrectUsersPricelist,
  serversNoTrafficPackage,
  typeTProcessorsWithMonthlyBillingCycle,
  invalidServices,
  noExternalIDUsersWithVMs,
  duplicateExternalIDs,
  customerTerminatingServicesAlert,
  customersWithPhone,
  resellerMargins,
  naServicesForRootReport,
  usersTransactionsHistoryForAcms,
];
