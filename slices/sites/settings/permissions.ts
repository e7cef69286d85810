import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'settings.manage': { roles: ['root', 'siteAdmin'] },
  'portal.manage': { roles: ['root'] },
} as const satisfies Record<string, DeclaredPermission>;
