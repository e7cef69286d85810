import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'billing.view': { roles: ['root', 'siteAdmin', 'billingAdmin', 'user'] },
  'billing.manage': { roles: ['root', 'siteAdmin', 'billingAdmin', 'user'] },
} as const satisfies Record<string, DeclaredPermission>;
