import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'groups.view': { roles: ['root', 'siteAdmin', 'user'] },
  'groups.manage': { roles: ['root', 'siteAdmin', 'user'] },
} as const satisfies Record<string, DeclaredPermission>;
