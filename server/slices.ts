import type { MenuEntry } from '../contract/menu.ts';
import { accountingChores, accountingRoutes } from '../slices/accounting/server/index.ts';
import {
  accountMenu,
  accountRoutes,
  accountTasks,
  guardAccountState,
} from '../slices/accounts/server/index.ts';
import {
  agreementMenu,
  agreementRoutes,
  guardAgreement,
} from '../slices/agreements/server/index.ts';
import { alertChores, alertMenu, alertRoutes } from '../slices/alerts/server/index.ts';
import { allocationChores, allocationRoutes } from '../slices/allocations/server/index.ts';
import { auditMenu, auditRoutes } from '../slices/audit/server/index.ts';
import {
  backupChores,
  backupMenu,
  backupRoutes,
  backupTasks,
} from '../slices/backups/server/index.ts';
import {
  billingChores,
  billingMenu,
  billingRoutes,
  depositMenu,
} from '../slices/billing/server/index.ts';
import { budgetChores, budgetMenu, budgetRoutes } from '../slices/budgets/server/index.ts';
import { cloudInitMenu, cloudInitRoutes } from '../slices/cloudinit/server/index.ts';
import { companyMenu, companyRoutes } from '../slices/companies/server/index.ts';
import { compatibleRoutes } from '../slices/compatible/server/index.ts';
import { consoleChores, consoleRoutes } from '../slices/consoles/server/index.ts';
import { credentialChores } from '../slices/credentials/server/index.ts';
import { datacenterMenu, datacenterRoutes } from '../slices/datacenters/server/index.ts';
import { discountRoutes } from '../slices/discounts/server/index.ts';
import { docsMenu, docsRoutes } from '../slices/docs/server/index.ts';
import { dunningChores, dunningRoutes } from '../slices/dunning/server/index.ts';
import {
  exchangeRateChores,
  exchangeRateMenu,
  exchangeRateRoutes,
} from '../slices/exchangeRates/server/index.ts';
import {
  firewallChores,
  firewallMenu,
  firewallRoutes,
  firewallTasks,
} from '../slices/firewall/server/index.ts';
import { groupMenu, groupRoutes } from '../slices/groups/server/index.ts';
import { identityRoutes } from '../slices/identity/server/index.ts';
import {
  clearUploads,
  imageMenu,
  imageObject,
  imageRoutes,
  imageTasks,
} from '../slices/images/server/index.ts';
import { infrastructureMenu, infrastructureRoutes } from '../slices/infrastructure/server/index.ts';
import { invoiceMenu, invoiceRoutes, invoiceTasks } from '../slices/invoices/server/index.ts';
import { keyMenu, keyRoutes } from '../slices/keys/server/index.ts';
import { approvalMenu, ledgerMenu, ledgerRoutes } from '../slices/ledger/server/index.ts';
import { mailChores, mailMenu, mailRoutes } from '../slices/mails/server/index.ts';
import { meteringChores, meteringRoutes } from '../slices/metering/server/index.ts';
import { networkMenu, networkObject, networkRoutes } from '../slices/networks/server/index.ts';
import {
  packageChores,
  packageMenu,
  packageRoutes,
  packageTasks,
} from '../slices/packages/server/index.ts';
import { disputeMenu, paymentChores, paymentRoutes } from '../slices/payments/server/index.ts';
import { permissionMenu, permissionRoutes } from '../slices/permissions/server/index.ts';
import { prepaidChores, prepaidRoutes } from '../slices/prepaid/server/index.ts';
import { pricingMenu, pricingRoutes } from '../slices/pricing/server/index.ts';
import { profileMenu, profileRoutes } from '../slices/profile/server/index.ts';
import { queueRoutes } from '../slices/queue/server/index.ts';
import { reportMenu, reportRoutes } from '../slices/reports/server/index.ts';
import { scheduleChores, scheduleMenu, scheduleRoutes } from '../slices/schedules/server/index.ts';
import {
  serverChores,
  serverMenu,
  serverObject,
  serverRoutes,
  serverTasks,
} from '../slices/servers/server/index.ts';
import {
  serviceletChores,
  serviceletRoutes,
  serviceletTasks,
} from '../slices/servicelets/server/index.ts';
import { settingsMenu, settingsRoutes } from '../slices/settings/server/index.ts';
import { shellMenu, shellRoutes } from '../slices/shell/server/index.ts';
import { siteChores, siteMenu, siteRoutes } from '../slices/sites/server/index.ts';
import { socialMenu, socialRoutes } from '../slices/social/server/index.ts';
import { statisticsChores, statisticsRoutes } from '../slices/statistics/server/index.ts';
import { topologyRoutes } from '../slices/topology/server/index.ts';
import { transferChores, transferMenu, transferRoutes } from '../slices/transfers/server/index.ts';
import { usageMenu, usageRoutes } from '../slices/usage/server/index.ts';
import { userMenu, userObject, userRoutes } from '../slices/users/server/index.ts';
import type { ObjectKind } from './platform/access/objects.ts';
import type { CallCheck } from './platform/http/binding.ts';
import type { BoundRoute } from './platform/http/routes.ts';
import type { Chore } from './platform/tasks/chores.ts';
import { platformChores } from './platform/tasks/platformChores.ts';
import type { AnyTaskType } from './platform/tasks/task.ts';

export const allRoutes: readonly BoundRoute[] = [
  ...identityRoutes,
  ...shellRoutes,
  ...profileRoutes,
  ...settingsRoutes,
  ...queueRoutes,
  ...datacenterRoutes,
  ...imageRoutes,
  ...networkRoutes,
  ...topologyRoutes,
  ...firewallRoutes,
  ...infrastructureRoutes,
  ...pricingRoutes,
  ...exchangeRateRoutes,
  ...companyRoutes,
  ...ledgerRoutes,
  ...paymentRoutes,
  ...prepaidRoutes,
  ...accountingRoutes,
  ...billingRoutes,
  ...invoiceRoutes,
  ...allocationRoutes,
  ...dunningRoutes,
  ...budgetRoutes,
  ...discountRoutes,
  ...serverRoutes,
  ...statisticsRoutes,
  ...meteringRoutes,
  ...alertRoutes,
  ...scheduleRoutes,
  ...backupRoutes,
  ...transferRoutes,
  ...consoleRoutes,
  ...serviceletRoutes,
  ...cloudInitRoutes,
  ...packageRoutes,
  ...mailRoutes,
  ...siteRoutes,
  ...socialRoutes,
  ...agreementRoutes,
  ...userRoutes,
  ...accountRoutes,
  ...groupRoutes,
  ...permissionRoutes,
  ...auditRoutes,
  ...keyRoutes,
  ...docsRoutes,
  ...compatibleRoutes,
  ...reportRoutes,
  ...usageRoutes,
];

/** In the order of the menu within each section. */
export const allMenuEntries: readonly MenuEntry[] = [
  ...shellMenu,
  ...profileMenu,
  ...serverMenu,
  ...alertMenu,
  ...scheduleMenu,
  ...backupMenu,
  ...transferMenu,
  ...packageMenu,
  ...cloudInitMenu,
  ...networkMenu,
  ...firewallMenu,
  ...imageMenu,
  ...pricingMenu,
  ...billingMenu,
  ...ledgerMenu,
  ...budgetMenu,
  ...usageMenu,
  ...depositMenu,
  ...disputeMenu,
  ...approvalMenu,
  ...companyMenu,
  ...exchangeRateMenu,
  ...invoiceMenu,
  ...infrastructureMenu,
  ...datacenterMenu,
  ...siteMenu,
  ...socialMenu,
  ...agreementMenu,
  ...mailMenu,
  ...settingsMenu,
  ...userMenu,
  ...accountMenu,
  ...groupMenu,
  ...permissionMenu,
  ...auditMenu,
  ...keyMenu,
  ...docsMenu,
  ...reportMenu,
];

/** Objects on which groups can grant rights. */
export const allObjects: readonly ObjectKind[] = [
  serverObject,
  networkObject,
  imageObject,
  userObject,
];

export const allTaskTypes: readonly AnyTaskType[] = [
  ...(imageTasks as readonly AnyTaskType[]),
  ...serverTasks,
  ...firewallTasks,
  ...backupTasks,
  ...serviceletTasks,
  ...packageTasks,
  ...accountTasks,
  ...invoiceTasks,
];

/** Rules of slices about every call. */
export const allCallChecks: readonly CallCheck[] = [guardAccountState, guardAgreement];

export const allChores: readonly Chore[] = [
  ...platformChores,
  ...credentialChores,
  ...serverChores,
  ...statisticsChores,
  ...meteringChores,
  ...alertChores,
  ...firewallChores,
  ...scheduleChores,
  ...backupChores,
  ...transferChores,
  ...consoleChores,
  ...serviceletChores,
  ...packageChores,
  ...mailChores,
  ...siteChores,
  ...billingChores,
  ...paymentChores,
  ...prepaidChores,
  ...accountingChores,
  ...allocationChores,
  ...dunningChores,
  ...budgetChores,
  ...exchangeRateChores,
  clearUploads,
];
