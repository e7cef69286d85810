import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'mails.view': { roles: ['root', 'siteAdmin'] },
  'mails.manage': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
