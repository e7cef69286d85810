import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'agreements.manage': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
