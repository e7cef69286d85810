import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'budgets.view': { roles: ['root', 'siteAdmin', 'billingAdmin', 'user'] },
  'budgets.manage': { roles: ['root', 'siteAdmin', 'billingAdmin', 'user'] },
} as const satisfies Record<string, DeclaredPermission>;
