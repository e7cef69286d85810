import type { DeclaredPermission } from '../../contract/roles.ts';

export const permissions = {
  'deliveries.view': { roles: ['root'] },
  'deliveries.manage': { roles: ['root'] },
} as const satisfies Record<string, DeclaredPermission>;
