import type { DeclaredPermission } from '../../contract/roles.ts';

export const permissions = {
  'consoles.replay': { roles: ['root', 'siteAdmin', 'user'] },
} as const satisfies Record<string, DeclaredPermission>;
