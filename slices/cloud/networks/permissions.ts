import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'networks.view': { roles: ['root', 'siteAdmin', 'user'], right: 'view' },
  'networks.manage': { roles: ['root', 'siteAdmin', 'user'], right: 'manage' },
} as const satisfies Record<string, DeclaredPermission>;
