import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'partners.manage': { roles: ['root', 'siteAdmin'] },
  'notifications.admin': { roles: ['root', 'siteAdmin', 'billingAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
