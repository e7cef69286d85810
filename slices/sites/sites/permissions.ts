import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'sites.view': { roles: ['root', 'siteAdmin'] },
  'sites.manage': { roles: ['root', 'siteAdmin'] },
  'sites.create': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
