import type { DeclaredPermission } from '../../contract/roles.ts';

export const permissions = {
  'packages.view': { roles: ['root', 'siteAdmin', 'user'] },
  'packages.manage': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
