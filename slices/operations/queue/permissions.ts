import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'tasks.view': { roles: ['root', 'siteAdmin', 'billingAdmin', 'user'], right: 'view' },
  'tasks.cancel': { roles: ['root', 'siteAdmin', 'user'], right: 'operate' },
} as const satisfies Record<string, DeclaredPermission>;
