import { accountingEndpoints } from '../slices/accounting/contract.ts';
import { accountEndpoints } from '../slices/accounts/contract.ts';
import { agreementEndpoints } from '../slices/agreements/contract.ts';
import { alertEndpoints } from '../slices/alerts/contract.ts';
import { allocationEndpoints } from '../slices/allocations/contract.ts';
import { auditEndpoints } from '../slices/audit/contract.ts';
import { backupEndpoints } from '../slices/backups/contract.ts';
import { billingEndpoints } from '../slices/billing/contract.ts';
import { budgetEndpoints } from '../slices/budgets/contract.ts';
import { cloudInitEndpoints } from '../slices/cloudinit/contract.ts';
import { companyEndpoints } from '../slices/companies/contract.ts';
import { compatibleEndpoints } from '../slices/compatible/contract.ts';
import { consoleEndpoints } from '../slices/consoles/contract.ts';
import { datacenterEndpoints } from '../slices/datacenters/contract.ts';
import { discountEndpoints } from '../slices/discounts/contract.ts';
import { docsEndpoints } from '../slices/docs/contract.ts';
import { dunningEndpoints } from '../slices/dunning/contract.ts';
import { exchangeRateEndpoints } from '../slices/exchangeRates/contract.ts';
import { firewallEndpoints } from '../slices/firewall/contract.ts';
import { groupEndpoints } from '../slices/groups/contract.ts';
import { identityEndpoints } from '../slices/identity/contract.ts';
import { imageEndpoints } from '../slices/images/contract.ts';
import { infrastructureEndpoints } from '../slices/infrastructure/contract.ts';
import { invoiceEndpoints } from '../slices/invoices/contract.ts';
import { keyEndpoints } from '../slices/keys/contract.ts';
import { ledgerEndpoints } from '../slices/ledger/contract.ts';
import { mailEndpoints } from '../slices/mails/contract.ts';
import { meteringEndpoints } from '../slices/metering/contract.ts';
import { networkEndpoints } from '../slices/networks/contract.ts';
import { packageEndpoints } from '../slices/packages/contract.ts';
import { paymentEndpoints } from '../slices/payments/contract.ts';
import { permissionEndpoints } from '../slices/permissions/contract.ts';
import { prepaidEndpoints } from '../slices/prepaid/contract.ts';
import { pricingEndpoints } from '../slices/pricing/contract.ts';
import { profileEndpoints } from '../slices/profile/contract.ts';
import { queueEndpoints } from '../slices/queue/contract.ts';
import { reportEndpoints } from '../slices/reports/contract.ts';
import { scheduleEndpoints } from '../slices/schedules/contract.ts';
import { serverEndpoints } from '../slices/servers/contract.ts';
import { serviceletEndpoints } from '../slices/servicelets/contract.ts';
import { settingsEndpoints } from '../slices/settings/contract.ts';
import { shellEndpoints } from '../slices/shell/contract.ts';
import { siteEndpoints } from '../slices/sites/contract.ts';
import { socialEndpoints } from '../slices/social/contract.ts';
import { statisticsEndpoints } from '../slices/statistics/contract.ts';
import { topologyEndpoints } from '../slices/topology/contract.ts';
import { transferEndpoints } from '../slices/transfers/contract.ts';
import { usageEndpoints } from '../slices/usage/contract.ts';
import { userEndpoints } from '../slices/users/contract.ts';

/** Every call of the portal, by operation name. */
export const contract = {
  ...identityEndpoints,
  ...shellEndpoints,
  ...profileEndpoints,
  ...pricingEndpoints,
  ...exchangeRateEndpoints,
  ...companyEndpoints,
  ...billingEndpoints,
  ...ledgerEndpoints,
  ...allocationEndpoints,
  ...invoiceEndpoints,
  ...dunningEndpoints,
  ...budgetEndpoints,
  ...discountEndpoints,
  ...paymentEndpoints,
  ...prepaidEndpoints,
  ...accountingEndpoints,
  ...usageEndpoints,
  ...serverEndpoints,
  ...statisticsEndpoints,
  ...meteringEndpoints,
  ...alertEndpoints,
  ...scheduleEndpoints,
  ...backupEndpoints,
  ...transferEndpoints,
  ...consoleEndpoints,
  ...serviceletEndpoints,
  ...cloudInitEndpoints,
  ...packageEndpoints,
  ...queueEndpoints,
  ...networkEndpoints,
  ...topologyEndpoints,
  ...firewallEndpoints,
  ...infrastructureEndpoints,
  ...imageEndpoints,
  ...datacenterEndpoints,
  ...settingsEndpoints,
  ...mailEndpoints,
  ...siteEndpoints,
  ...socialEndpoints,
  ...agreementEndpoints,
  ...groupEndpoints,
  ...permissionEndpoints,
  ...auditEndpoints,
  ...reportEndpoints,
  ...userEndpoints,
  ...accountEndpoints,
  ...keyEndpoints,
  ...docsEndpoints,
  ...compatibleEndpoints,
};

export type Contract = typeof contract;
