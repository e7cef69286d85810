import type { ComponentType } from 'react';
import type { ReadOperation } from './data/useCall.ts';

export type PreloadCall = [operation: ReadOperation, input: object];

/** A screen with its route and the loader of its chunk. */
export interface ScreenRoute {
  /**
   * The path in the router's syntax: `/servers/$serverId`, optional parts `{-$tab}`. Not
   * case-sensitive.
   */
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Whether the screen fills the window, without the menu and the top bar. */
  isBare?: boolean;
  /**
   * The screen's initial reads. If the app starts at its URL, they start before the code is loaded.
   */
  firstRead?: (search: Record<string, string>) => PreloadCall;
}

import { alertScreens } from '../slices/cloud/alerts/web/routes.tsx';
import { backupScreens } from '../slices/cloud/backups/web/routes.tsx';
import { cloudInitScreens } from '../slices/cloud/cloudinit/web/routes.tsx';
import { consoleScreens } from '../slices/cloud/consoles/web/routes.tsx';
import { datacenterScreens } from '../slices/cloud/datacenters/web/routes.tsx';
import { firewallScreens } from '../slices/cloud/firewall/web/routes.tsx';
import { imageScreens } from '../slices/cloud/images/web/routes.tsx';
import { infrastructureScreens } from '../slices/cloud/infrastructure/web/routes.tsx';
import { networkScreens } from '../slices/cloud/networks/web/routes.tsx';
import { packageScreens } from '../slices/cloud/packages/web/routes.tsx';
import { scheduleScreens } from '../slices/cloud/schedules/web/routes.tsx';
import { serverScreens } from '../slices/cloud/servers/web/routes.tsx';
import { topologyScreens } from '../slices/cloud/topology/web/routes.tsx';
import { transferScreens } from '../slices/cloud/transfers/web/routes.tsx';
import { billingScreens } from '../slices/money/billing/web/routes.tsx';
import { budgetScreens } from '../slices/money/budgets/web/routes.tsx';
import { companyScreens } from '../slices/money/companies/web/routes.tsx';
import { exchangeRateScreens } from '../slices/money/exchangeRates/web/routes.tsx';
import { invoiceScreens } from '../slices/money/invoices/web/routes.tsx';
import { ledgerScreens } from '../slices/money/ledger/web/routes.tsx';
import { paymentScreens } from '../slices/money/payments/web/routes.tsx';
import { pricingScreens } from '../slices/money/pricing/web/routes.tsx';
import { reportScreens } from '../slices/money/reports/web/routes.tsx';
import { usageScreens } from '../slices/money/usage/web/routes.tsx';
import { auditScreens } from '../slices/operations/audit/web/routes.tsx';
import { deliveryScreens } from '../slices/operations/deliveries/web/routes.tsx';
import { docsScreens } from '../slices/operations/docs/web/routes.tsx';
import { vendorRequestScreens } from '../slices/operations/vendorRequests/web/routes.tsx';
import { accountScreens } from '../slices/people/accounts/web/routes.tsx';
import { agreementScreens } from '../slices/people/agreements/web/routes.tsx';
import { groupScreens } from '../slices/people/groups/web/routes.tsx';
import { keyScreens } from '../slices/people/keys/web/routes.tsx';
import { permissionScreens } from '../slices/people/permissions/web/routes.tsx';
import { profileScreens } from '../slices/people/profile/web/routes.tsx';
import { socialScreens } from '../slices/people/social/web/routes.tsx';
import { userScreens } from '../slices/people/users/web/routes.tsx';
import { mailScreens } from '../slices/sites/mails/web/routes.tsx';
import { settingsScreens } from '../slices/sites/settings/web/routes.tsx';
import { shellScreens } from '../slices/sites/shell/web/routes.tsx';
import { siteScreens } from '../slices/sites/sites/web/routes.tsx';

/** All screens of the console, one line per slice. */
const all = [
  ...shellScreens,
  ...profileScreens,
  ...serverScreens,
  ...alertScreens,
  ...scheduleScreens,
  ...backupScreens,
  ...transferScreens,
  ...topologyScreens,
  ...networkScreens,
  ...consoleScreens,
  ...packageScreens,
  ...cloudInitScreens,
  ...imageScreens,
  ...infrastructureScreens,
  ...datacenterScreens,
  ...pricingScreens,
  ...companyScreens,
  ...exchangeRateScreens,
  ...ledgerScreens,
  ...invoiceScreens,
  ...paymentScreens,
  ...usageScreens,
  ...billingScreens,
  ...budgetScreens,
  ...mailScreens,
  ...settingsScreens,
  ...firewallScreens,
  ...groupScreens,
  ...permissionScreens,
  ...auditScreens,
  ...keyScreens,
  ...docsScreens,
  ...reportScreens,
  ...siteScreens,
  ...socialScreens,
  ...agreementScreens,
  ...userScreens,
  ...accountScreens,
  ...deliveryScreens,
  ...vendorRequestScreens,
];

export const screens: readonly ScreenRoute[] = all;

/** The path of a screen, in the router's syntax. */
export type ScreenPath = (typeof all)[number]['path'];
