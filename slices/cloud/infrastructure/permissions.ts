import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'hosts.view': { roles: ['root'] },
} as const satisfies Record<string, DeclaredPermission>;
