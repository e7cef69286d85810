import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'vendorRequests.view': { roles: ['root'] },
} as const satisfies Record<string, DeclaredPermission>;
