import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'permissions.explain': { roles: ['root', 'siteAdmin', 'user'] },
} as const satisfies Record<string, DeclaredPermission>;
