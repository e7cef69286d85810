import type { DeclaredPermission } from '../../contract/roles.ts';

export const permissions = {
  'backups.view': { roles: ['root', 'siteAdmin', 'user'], right: 'view' },
  'backups.manage': { roles: ['root', 'siteAdmin', 'user'], right: 'manage' },
} as const satisfies Record<string, DeclaredPermission>;
