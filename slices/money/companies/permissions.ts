import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'companies.view': { roles: ['root', 'billingAdmin'] },
  'companies.bill': { roles: ['root', 'billingAdmin'] },
  'companies.manage': { roles: ['root'] },
} as const satisfies Record<string, DeclaredPermission>;
