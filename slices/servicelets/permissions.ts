import type { DeclaredPermission } from '../../contract/roles.ts';

export const permissions = {
  'servicelets.run': { roles: ['root', 'siteAdmin', 'user'], right: 'manage' },
} as const satisfies Record<string, DeclaredPermission>;
