import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'servicelets.run': { roles: ['root', 'siteAdmin', 'user'], right: 'manage' },
} as const satisfies Record<string, DeclaredPermission>;
