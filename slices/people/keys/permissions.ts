import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'keys.view': { roles: ['root', 'siteAdmin', 'billingAdmin', 'user'] },
  'keys.manage': { roles: ['root', 'siteAdmin', 'billingAdmin', 'user'] },
} as const satisfies Record<string, DeclaredPermission>;
