import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'pricing.view': { roles: ['root', 'siteAdmin', 'billingAdmin', 'user'] },
  'prices.manage': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
