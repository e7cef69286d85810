import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'accounts.batch': { roles: ['root', 'siteAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
