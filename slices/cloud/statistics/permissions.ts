import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'statistics.view': { roles: ['root', 'siteAdmin', 'user'], right: 'view' },
} as const satisfies Record<string, DeclaredPermission>;
