import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'reports.view': { roles: ['root', 'siteAdmin', 'billingAdmin'] },
  'reports.people': { roles: ['root', 'siteAdmin'] },
  'reports.billing': { roles: ['root', 'siteAdmin', 'billingAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
