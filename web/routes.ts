import type { ComponentType } from 'react';
import type { Reading } from './data/useCall.ts';

export type FirstRead = [operation: Reading, input: object];

/** A screen: its route and how its chunk is loaded. */
export interface ScreenRoute {
  /**
   * In the router's form: `/servers/$serverId`, optional parts `{-$tab}`. Upper and lower case are
   * one.
   */
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Fills the window: no menu and no top bar around it. */
  isBare?: boolean;
  /**
   * The screen's initial reads: when the program starts at its URL, they start before the code is
   * loaded.
   */
  firstRead?: (search: Record<string, string>) => FirstRead;
}

import { accountScreens } from '../slices/accounts/web/routes.tsx';
import { agreementScreens } from '../slices/agreements/web/routes.tsx';
import { alertScreens } from '../slices/alerts/web/routes.tsx';
import { auditScreens } from '../slices/audit/web/routes.tsx';
import { backupScreens } from '../slices/backups/web/routes.tsx';
import { billingScreens } from '../slices/billing/web/routes.tsx';
import { budgetScreens } from '../slices/budgets/web/routes.tsx';
import { cloudInitScreens } from '../slices/cloudinit/web/routes.tsx';
import { companyScreens } from '../slices/companies/web/routes.tsx';
import { consoleScreens } from '../slices/consoles/web/routes.tsx';
import { datacenterScreens } from '../slices/datacenters/web/routes.tsx';
import { deliveryScreens } from '../slices/deliveries/web/routes.tsx';
import { docsScreens } from '../slices/docs/web/routes.tsx';
import { exchangeRateScreens } from '../slices/exchangeRates/web/routes.tsx';
import { firewallScreens } from '../slices/firewall/web/routes.tsx';
import { groupScreens } from '../slices/groups/web/routes.tsx';
import { imageScreens } from '../slices/images/web/routes.tsx';
import { infrastructureScreens } from '../slices/infrastructure/web/routes.tsx';
import { invoiceScreens } from '../slices/invoices/web/routes.tsx';
import { keyScreens } from '../slices/keys/web/routes.tsx';
import { ledgerScreens } from '../slices/ledger/web/routes.tsx';
import { mailScreens } from '../slices/mails/web/routes.tsx';
import { networkScreens } from '../slices/networks/web/routes.tsx';
import { packageScreens } from '../slices/packages/web/routes.tsx';
import { paymentScreens } from '../slices/payments/web/routes.tsx';
import { permissionScreens } from '../slices/permissions/web/routes.tsx';
import { pricingScreens } from '../slices/pricing/web/routes.tsx';
import { profileScreens } from '../slices/profile/web/routes.tsx';
import { reportScreens } from '../slices/reports/web/routes.tsx';
import { scheduleScreens } from '../slices/schedules/web/routes.tsx';
import { serverScreens } from '../slices/servers/web/routes.tsx';
import { settingsScreens } from '../slices/settings/web/routes.tsx';
import { shellScreens } from '../slices/shell/web/routes.tsx';
import { siteScreens } from '../slices/sites/web/routes.tsx';
import { socialScreens } from '../slices/social/web/routes.tsx';
import { topologyScreens } from '../slices/topology/web/routes.tsx';
import { transferScreens } from '../slices/transfers/web/routes.tsx';
import { usageScreens } from '../slices/usage/web/routes.tsx';
import { userScreens } from '../slices/users/web/routes.tsx';

/** Every screen of the console, a line a slice. */
export const screens: readonly ScreenRoute[] = [
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
];
