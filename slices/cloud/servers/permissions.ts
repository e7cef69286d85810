import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'servers.view': { roles: ['root', 'siteAdmin', 'user'], right: 'view' },
  'servers.operate': { roles: ['root', 'siteAdmin', 'user'], right: 'operate' },
  'servers.create': { roles: ['root', 'siteAdmin', 'user'], right: 'manage' },
  'servers.configure': { roles: ['root', 'siteAdmin', 'user'], right: 'manage' },
  'servers.terminate': { roles: ['root', 'siteAdmin', 'user'], right: 'terminate' },
  'servers.transfer': { roles: ['root', 'siteAdmin', 'user'] },
  // Creating and restoring backups requires a right on the server.
  'backups.view': { roles: ['root', 'siteAdmin', 'user'], right: 'view' },
  'backups.manage': { roles: ['root', 'siteAdmin', 'user'], right: 'manage' },
} as const satisfies Record<string, DeclaredPermission>;
