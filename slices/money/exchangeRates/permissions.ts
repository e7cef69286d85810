import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'exchangeRates.view': { roles: ['root', 'siteAdmin', 'billingAdmin'] },
  'exchangeRates.manage': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
