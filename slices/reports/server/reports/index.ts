import type { Report } from '../report.ts';
import { abusiveUsage } from './abusiveUsage.ts';
import { billingHierarchy } from './billingHierarchy.ts';
import { customersWithPhone } from './customersWithPhone.ts';
import { customerTerminatingServicesAlert } from './customerTerminatingServicesAlert.ts';
import { deletedUsers } from './deletedUsers.ts';
import { duplicateExternalIDs } from './duplicateExternalIDs.ts';
import { incorrectUsersPricelist } from './incorrectUsersPricelist.ts';
import { invalidServices } from './invalidServices.ts';
import { naServicesForRootReport } from './naServicesForRootReport.ts';
import { naServicesReport } from './naServicesReport.ts';
import { noExternalIDUsersWithVMs } from './noExternalIDUsersWithVMs.ts';
import { recentUsersActivity } from './recentUsersActivity.ts';
import { resellerMargins } from './resellerMargins.ts';
import { serverLicensePrice } from './serverLicensePrice.ts';
import { serversNoTrafficPackage } from './serversNoTrafficPackage.ts';
import { suspendedUsersToTerminate } from './suspendedUsersToTerminate.ts';
import { suspendedUsersWithActiveServices } from './suspendedUsersWithActiveServices.ts';
import { suspendedUsersWithPoweredOnServers } from './suspendedUsersWithPoweredOnServers.ts';
import { transactionsReport } from './transactionsReport.ts';
import { typeTProcessorsWithMonthlyBillingCycle } from './typeTProcessorsWithMonthlyBillingCycle.ts';
import { usersTransactionsHistoryForAcms } from './usersTransactionsHistoryForAcms.ts';

/** Every report, a line each, in the order of the menu. */
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
