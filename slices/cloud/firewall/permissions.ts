import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'firewall.view': { roles: ['root', 'siteAdmin', 'user'], right: 'view' },
  'firewall.manage': { roles: ['root', 'siteAdmin', 'user'], right: 'manage' },
} as const satisfies Record<string, DeclaredPermission>;
