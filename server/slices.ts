import { alertsSlice } from '../slices/cloud/alerts/server/slice.ts';
import { backupsSlice } from '../slices/cloud/backups/server/slice.ts';
import { cloudInitSlice } from '../slices/cloud/cloudinit/server/slice.ts';
import { compatibleSlice } from '../slices/cloud/compatible/server/slice.ts';
import { consolesSlice } from '../slices/cloud/consoles/server/slice.ts';
import { datacentersSlice } from '../slices/cloud/datacenters/server/slice.ts';
import { firewallSlice } from '../slices/cloud/firewall/server/slice.ts';
import { imagesSlice } from '../slices/cloud/images/server/slice.ts';
import { infrastructureSlice } from '../slices/cloud/infrastructure/server/slice.ts';
import { meteringSlice } from '../slices/cloud/metering/server/slice.ts';
import { networksSlice } from '../slices/cloud/networks/server/slice.ts';
import { packagesSlice } from '../slices/cloud/packages/server/slice.ts';
import { schedulesSlice } from '../slices/cloud/schedules/server/slice.ts';
import { serversSlice } from '../slices/cloud/servers/server/slice.ts';
import { serviceletsSlice } from '../slices/cloud/servicelets/server/slice.ts';
import { statisticsSlice } from '../slices/cloud/statistics/server/slice.ts';
import { topologySlice } from '../slices/cloud/topology/server/slice.ts';
import { transfersSlice } from '../slices/cloud/transfers/server/slice.ts';
import { accountingSlice } from '../slices/money/accounting/server/slice.ts';
import { allocationsSlice } from '../slices/money/allocations/server/slice.ts';
import { billingSlice } from '../slices/money/billing/server/slice.ts';
import { budgetsSlice } from '../slices/money/budgets/server/slice.ts';
import { companiesSlice } from '../slices/money/companies/server/slice.ts';
import { discountsSlice } from '../slices/money/discounts/server/slice.ts';
import { dunningSlice } from '../slices/money/dunning/server/slice.ts';
import { exchangeRatesSlice } from '../slices/money/exchangeRates/server/slice.ts';
import { invoicesSlice } from '../slices/money/invoices/server/slice.ts';
import { ledgerSlice } from '../slices/money/ledger/server/slice.ts';
import { paymentsSlice } from '../slices/money/payments/server/slice.ts';
import { prepaidSlice } from '../slices/money/prepaid/server/slice.ts';
import { pricingSlice } from '../slices/money/pricing/server/slice.ts';
import { reportsSlice } from '../slices/money/reports/server/slice.ts';
import { usageSlice } from '../slices/money/usage/server/slice.ts';
import { auditSlice } from '../slices/operations/audit/server/slice.ts';
import { deliveriesSlice } from '../slices/operations/deliveries/server/slice.ts';
import { docsSlice } from '../slices/operations/docs/server/slice.ts';
import { queueSlice } from '../slices/operations/queue/server/slice.ts';
import { vendorRequestsSlice } from '../slices/operations/vendorRequests/server/slice.ts';
import { accountsSlice } from '../slices/people/accounts/server/slice.ts';
import { agreementsSlice } from '../slices/people/agreements/server/slice.ts';
import { credentialsSlice } from '../slices/people/credentials/server/slice.ts';
import { groupsSlice } from '../slices/people/groups/server/slice.ts';
import { identitySlice } from '../slices/people/identity/server/slice.ts';
import { keysSlice } from '../slices/people/keys/server/slice.ts';
import { permissionsSlice } from '../slices/people/permissions/server/slice.ts';
import { profileSlice } from '../slices/people/profile/server/slice.ts';
import { socialSlice } from '../slices/people/social/server/slice.ts';
import { usersSlice } from '../slices/people/users/server/slice.ts';
import { mailsSlice } from '../slices/sites/mails/server/slice.ts';
import { settingsSlice } from '../slices/sites/settings/server/slice.ts';
import { shellSlice } from '../slices/sites/shell/server/slice.ts';
import { sitesSlice } from '../slices/sites/sites/server/slice.ts';
import { platformSlice } from './platform/platformSlice.ts';
import type { Slice } from './platform/slice.ts';

/**
 * All slices. Their order determines the order of the menu within each section, and the order in
 * which they create their initial rows.
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
  deliveriesSlice,
  vendorRequestsSlice,
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
];
