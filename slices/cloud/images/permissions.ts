import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'images.view': { roles: ['root', 'siteAdmin', 'user'], right: 'view' },
  'images.manage': { roles: ['root'] },
  'images.create': { roles: ['root', 'siteAdmin', 'user'], right: 'manage' },
  'images.share': { roles: ['root', 'siteAdmin', 'user'], right: 'manage' },
} as const satisfies Record<string, DeclaredPermission>;
