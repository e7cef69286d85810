import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'packages.view': { roles: ['root', 'siteAdmin', 'user'] },
  'packages.manage': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
