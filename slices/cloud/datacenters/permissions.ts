import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'datacenters.manage': { roles: ['root'] },
} as const satisfies Record<string, DeclaredPermission>;
