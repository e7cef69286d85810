import * as alerts from '../slices/cloud/alerts/contract.ts';
import * as backups from '../slices/cloud/backups/contract.ts';
import * as cloudinit from '../slices/cloud/cloudinit/contract.ts';
import * as compatible from '../slices/cloud/compatible/contract.ts';
import * as consoles from '../slices/cloud/consoles/contract.ts';
import * as datacenters from '../slices/cloud/datacenters/contract.ts';
import * as firewall from '../slices/cloud/firewall/contract.ts';
import * as images from '../slices/cloud/images/contract.ts';
import * as infrastructure from '../slices/cloud/infrastructure/contract.ts';
import * as metering from '../slices/cloud/metering/contract.ts';
import * as networks from '../slices/cloud/networks/contract.ts';
import * as packages from '../slices/cloud/packages/contract.ts';
import * as schedules from '../slices/cloud/schedules/contract.ts';
import * as servers from '../slices/cloud/servers/contract.ts';
import * as servicelets from '../slices/cloud/servicelets/contract.ts';
import * as statistics from '../slices/cloud/statistics/contract.ts';
import * as topology from '../slices/cloud/topology/contract.ts';
import * as transfers from '../slices/cloud/transfers/contract.ts';
import * as accounting from '../slices/money/accounting/contract.ts';
import * as allocations from '../slices/money/allocations/contract.ts';
import * as billing from '../slices/money/billing/contract.ts';
import * as budgets from '../slices/money/budgets/contract.ts';
import * as companies from '../slices/money/companies/contract.ts';
import * as discounts from '../slices/money/discounts/contract.ts';
import * as dunning from '../slices/money/dunning/contract.ts';
import * as exchangeRates from '../slices/money/exchangeRates/contract.ts';
import * as invoices from '../slices/money/invoices/contract.ts';
import * as ledger from '../slices/money/ledger/contract.ts';
import * as payments from '../slices/money/payments/contract.ts';
import * as prepaid from '../slices/money/prepaid/contract.ts';
import * as pricing from '../slices/money/pricing/contract.ts';
import * as reports from '../slices/money/reports/contract.ts';
import * as usage from '../slices/money/usage/contract.ts';
import * as audit from '../slices/operations/audit/contract.ts';
import * as deliveries from '../slices/operations/deliveries/contract.ts';
import * as docs from '../slices/operations/docs/contract.ts';
import * as queue from '../slices/operations/queue/contract.ts';
import * as vendorRequests from '../slices/operations/vendorRequests/contract.ts';
import * as accounts from '../slices/people/accounts/contract.ts';
import * as agreements from '../slices/people/agreements/contract.ts';
import * as credentials from '../slices/people/credentials/contract.ts';
import * as groups from '../slices/people/groups/contract.ts';
import * as identity from '../slices/people/identity/contract.ts';
import * as keys from '../slices/people/keys/contract.ts';
import * as permissions from '../slices/people/permissions/contract.ts';
import * as profile from '../slices/people/profile/contract.ts';
import * as social from '../slices/people/social/contract.ts';
import * as users from '../slices/people/users/contract.ts';
import * as mails from '../slices/sites/mails/contract.ts';
import * as settings from '../slices/sites/settings/contract.ts';
import * as shell from '../slices/sites/shell/contract.ts';
import * as sites from '../slices/sites/sites/contract.ts';
import { type Merged, merged } from './merged.ts';
import * as platform from './platform.ts';

/** The declarations of each slice for callers, by folder name. */
export const slices = {
  accounting,
  accounts,
  agreements,
  alerts,
  allocations,
  audit,
  backups,
  billing,
  budgets,
  cloudinit,
  companies,
  compatible,
  consoles,
  credentials,
  datacenters,
  discounts,
  docs,
  dunning,
  exchangeRates,
  firewall,
  groups,
  identity,
  images,
  infrastructure,
  invoices,
  keys,
  ledger,
  mails,
  metering,
  networks,
  packages,
  payments,
  permissions,
  prepaid,
  pricing,
  profile,
  queue,
  reports,
  schedules,
  servers,
  servicelets,
  settings,
  shell,
  sites,
  social,
  statistics,
  topology,
  transfers,
  usage,
  users,
  deliveries,
  vendorRequests,
};

const declarations = { ...slices, platform };
export type Declarations = typeof declarations;

/** All operations of the portal, by name. */
export const contract = merged(declarations, 'endpoints');
export type Contract = Merged<Declarations, 'endpoints'>;

/** All errors, by name. */
export const allErrors = merged(declarations, 'errors');
/** All permissions, with the roles that have them. */
export const allPermissions = merged(declarations, 'permissions');
/** Resource names for `{what}` in `notFound`. */
export const allResourceNames = merged(declarations, 'resourceNames');
