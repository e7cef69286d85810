import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Role } from '../../../contract/permissions.ts';

export type Closure = 'accountSuspended' | 'accountNeedsBilling';

/** What an account is in, of its kinds of state. */
export interface AccountStanding {
  role: Role;
  accountState: string;
  billingState: number;
}

/** In these an account's keys do not work at all. */
export const closedStates: ReadonlySet<string> = new Set(['Suspended-Policy', 'Suspended-Billing', 'Locked']);
/** Requires manual verification, requires a deposit: the two billing states that lock a customer. */
const closedBilling: ReadonlySet<number> = new Set([7, 9]);

/**
 * Why the account may change nothing but itself and its billing; null when it may. It goes on seeing everything. Both the guard of
 * every call and the explainer ask this.
 */
export function closureOf(account: AccountStanding, { access, changes }: Pick<Endpoint, 'access' | 'changes'>): Closure | null {
  if (!changes || access === 'public' || access === 'signedIn' || access.startsWith('billing.')) return null;
  if (closedStates.has(account.accountState)) return 'accountSuspended';
  return account.role === 'user' && closedBilling.has(account.billingState) ? 'accountNeedsBilling' : null;
}
