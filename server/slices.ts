import { accountingSlice } from '../slices/accounting/server/slice.ts';
import { accountsSlice } from '../slices/accounts/server/slice.ts';
import { agreementsSlice } from '../slices/agreements/server/slice.ts';
import { alertsSlice } from '../slices/alerts/server/slice.ts';
import { allocationsSlice } from '../slices/allocations/server/slice.ts';
import { auditSlice } from '../slices/audit/server/slice.ts';
import { backupsSlice } from '../slices/backups/server/slice.ts';
import { billingSlice } from '../slices/billing/server/slice.ts';
import { budgetsSlice } from '../slices/budgets/server/slice.ts';
import { cloudInitSlice } from '../slices/cloudinit/server/slice.ts';
import { companiesSlice } from '../slices/companies/server/slice.ts';
import { compatibleSlice } from '../slices/compatible/server/slice.ts';
import { consolesSlice } from '../slices/consoles/server/slice.ts';
import { credentialsSlice } from '../slices/credentials/server/slice.ts';
import { datacentersSlice } from '../slices/datacenters/server/slice.ts';
import { deliveriesSlice } from '../slices/deliveries/server/slice.ts';
import { discountsSlice } from '../slices/discounts/server/slice.ts';
import { docsSlice } from '../slices/docs/server/slice.ts';
import { dunningSlice } from '../slices/dunning/server/slice.ts';
import { exchangeRatesSlice } from '../slices/exchangeRates/server/slice.ts';
import { firewallSlice } from '../slices/firewall/server/slice.ts';
import { groupsSlice } from '../slices/groups/server/slice.ts';
import { identitySlice } from '../slices/identity/server/slice.ts';
import { imagesSlice } from '../slices/images/server/slice.ts';
import { infrastructureSlice } from '../slices/infrastructure/server/slice.ts';
import { invoicesSlice } from '../slices/invoices/server/slice.ts';
import { keysSlice } from '../slices/keys/server/slice.ts';
import { ledgerSlice } from '../slices/ledger/server/slice.ts';
import { mailsSlice } from '../slices/mails/server/slice.ts';
import { meteringSlice } from '../slices/metering/server/slice.ts';
import { networksSlice } from '../slices/networks/server/slice.ts';
import { packagesSlice } from '../slices/packages/server/slice.ts';
import { paymentsSlice } from '../slices/payments/server/slice.ts';
import { permissionsSlice } from '../slices/permissions/server/slice.ts';
import { prepaidSlice } from '../slices/prepaid/server/slice.ts';
import { pricingSlice } from '../slices/pricing/server/slice.ts';
import { profileSlice } from '../slices/profile/server/slice.ts';
import { queueSlice } from '../slices/queue/server/slice.ts';
import { reportsSlice } from '../slices/reports/server/slice.ts';
import { schedulesSlice } from '../slices/schedules/server/slice.ts';
import { serversSlice } from '../slices/servers/server/slice.ts';
import { serviceletsSlice } from '../slices/servicelets/server/slice.ts';
import { settingsSlice } from '../slices/settings/server/slice.ts';
import { shellSlice } from '../slices/shell/server/slice.ts';
import { sitesSlice } from '../slices/sites/server/slice.ts';
import { socialSlice } from '../slices/social/server/slice.ts';
import { statisticsSlice } from '../slices/statistics/server/slice.ts';
import { topologySlice } from '../slices/topology/server/slice.ts';
import { transfersSlice } from '../slices/transfers/server/slice.ts';
import { usageSlice } from '../slices/usage/server/slice.ts';
import { usersSlice } from '../slices/users/server/slice.ts';
import { platformSlice } from './platform/platformSlice.ts';
import type { Slice } from './platform/slice.ts';

/**
 * Every slice. Their order is the order of the menu within each section, and the order in which
 * they create their first rows.
 */
export const slices: readonly Slice[] = [
  platformSlice,
  identitySlice,
  shellSlice,
  profileSlice,
  serversSlice,
  alertsSlice,
  schedulesSlice,
  backupsSlice,
  transfersSlice,
  packagesSlice,
  infrastructureSlice,
  datacentersSlice,
  cloudInitSlice,
  networksSlice,
  firewallSlice,
  imagesSlice,
  pricingSlice,
  billingSlice,
  paymentsSlice,
  ledgerSlice,
  companiesSlice,
  exchangeRatesSlice,
  budgetsSlice,
  usageSlice,
  invoicesSlice,
  sitesSlice,
  socialSlice,
  agreementsSlice,
  mailsSlice,
  settingsSlice,
  usersSlice,
  accountsSlice,
  groupsSlice,
  permissionsSlice,
  auditSlice,
  keysSlice,
  docsSlice,
  reportsSlice,
  accountingSlice,
  allocationsSlice,
  compatibleSlice,
  consolesSlice,
  credentialsSlice,
  discountsSlice,
  dunningSlice,
  meteringSlice,
  prepaidSlice,
  queueSlice,
  serviceletsSlice,
  statisticsSlice,
  topologySlice,
  deliveriesSlice,
];
