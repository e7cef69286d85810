import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'log.view': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
