import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'cloudinit.view': { roles: ['root', 'siteAdmin', 'user'] },
  'cloudinit.manage': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
