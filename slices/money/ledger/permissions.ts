import type { DeclaredPermission } from '../../../contract/access/roles.ts';

export const permissions = {
  'ledger.view': { roles: ['root', 'billingAdmin'] },
  'ledger.manage': { roles: ['root', 'billingAdmin'] },
} as const satisfies Record<string, DeclaredPermission>;
