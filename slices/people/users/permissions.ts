import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'users.view': { roles: ['root', 'siteAdmin', 'user'] },
  'users.manage': { roles: ['root', 'siteAdmin', 'user'] },
  'users.actFor': { roles: ['root', 'siteAdmin', 'user'] },
  'users.move': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
