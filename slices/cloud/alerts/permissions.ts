import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'alerts.manage': { roles: ['root', 'siteAdmin', 'user'], right: 'operate' },
} as const satisfies Record<string, DeclaredPermission>;
