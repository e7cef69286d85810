import type { DeclaredPermission } from '../../contract/roles.ts';

export const permissions = {
  'exchangeRates.view': { roles: ['root', 'siteAdmin', 'billingAdmin'] },
  'exchangeRates.manage': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
