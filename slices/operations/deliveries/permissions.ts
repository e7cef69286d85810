import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'deliveries.view': { roles: ['root'] },
  'deliveries.manage': { roles: ['root'] },
} as const satisfies Record<string, DeclaredPermission>;
