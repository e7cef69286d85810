import * as accounting from '../slices/accounting/contract.ts';
import * as accounts from '../slices/accounts/contract.ts';
import * as agreements from '../slices/agreements/contract.ts';
import * as alerts from '../slices/alerts/contract.ts';
import * as allocations from '../slices/allocations/contract.ts';
import * as audit from '../slices/audit/contract.ts';
import * as backups from '../slices/backups/contract.ts';
import * as billing from '../slices/billing/contract.ts';
import * as budgets from '../slices/budgets/contract.ts';
import * as cloudinit from '../slices/cloudinit/contract.ts';
import * as companies from '../slices/companies/contract.ts';
import * as compatible from '../slices/compatible/contract.ts';
import * as consoles from '../slices/consoles/contract.ts';
import * as credentials from '../slices/credentials/contract.ts';
import * as datacenters from '../slices/datacenters/contract.ts';
import * as deliveries from '../slices/deliveries/contract.ts';
import * as discounts from '../slices/discounts/contract.ts';
import * as docs from '../slices/docs/contract.ts';
import * as dunning from '../slices/dunning/contract.ts';
import * as exchangeRates from '../slices/exchangeRates/contract.ts';
import * as firewall from '../slices/firewall/contract.ts';
import * as groups from '../slices/groups/contract.ts';
import * as identity from '../slices/identity/contract.ts';
import * as images from '../slices/images/contract.ts';
import * as infrastructure from '../slices/infrastructure/contract.ts';
import * as invoices from '../slices/invoices/contract.ts';
import * as keys from '../slices/keys/contract.ts';
import * as ledger from '../slices/ledger/contract.ts';
import * as mails from '../slices/mails/contract.ts';
import * as metering from '../slices/metering/contract.ts';
import * as networks from '../slices/networks/contract.ts';
import * as packages from '../slices/packages/contract.ts';
import * as payments from '../slices/payments/contract.ts';
import * as permissions from '../slices/permissions/contract.ts';
import * as prepaid from '../slices/prepaid/contract.ts';
import * as pricing from '../slices/pricing/contract.ts';
import * as profile from '../slices/profile/contract.ts';
import * as queue from '../slices/queue/contract.ts';
import * as reports from '../slices/reports/contract.ts';
import * as schedules from '../slices/schedules/contract.ts';
import * as servers from '../slices/servers/contract.ts';
import * as servicelets from '../slices/servicelets/contract.ts';
import * as settings from '../slices/settings/contract.ts';
import * as shell from '../slices/shell/contract.ts';
import * as sites from '../slices/sites/contract.ts';
import * as social from '../slices/social/contract.ts';
import * as statistics from '../slices/statistics/contract.ts';
import * as topology from '../slices/topology/contract.ts';
import * as transfers from '../slices/transfers/contract.ts';
import * as usage from '../slices/usage/contract.ts';
import * as users from '../slices/users/contract.ts';
import { type Merged, merged } from './merged.ts';
import * as platform from './platform.ts';

/** What each slice declares for callers, by its folder. */
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
};

const declarations = { ...slices, platform };
export type Declarations = typeof declarations;

/** Every call of the portal, by operation name. */
export const contract = merged(declarations, 'endpoints');
export type Contract = Merged<Declarations, 'endpoints'>;

/** Every error, by name. */
export const allErrors = merged(declarations, 'errors');
/** Every permission, with the roles that hold it. */
export const allPermissions = merged(declarations, 'permissions');
/** What there may be none of, as `notFound` calls it. */
export const allThings = merged(declarations, 'things');
