import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../../contract/access/roles.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Database } from '../database/database.ts';

/** What the state of the account, or of its paying parent account, blocks. */
export type OwnRestriction =
  | 'accountSuspended'
  | 'accountNeedsBilling'
  | 'orderNeedsBilling'
  | 'parentSuspended'
  | 'parentNeedsBilling';
/** What the state of a resource's owner, or of the owner's parent account, blocks. */
export type OwnerRestriction = 'ownerSuspended' | 'ownerNeedsBilling';
export type Restriction = OwnRestriction | OwnerRestriction;

/** The states of an account that can restrict it. */
export interface PayerState {
  role: Role;
  accountState: string;
  billingState: number;
}

/** The same with the parent account, which pays. Null if the account pays for itself. */
export interface AccountStanding extends PayerState {
  parent: PayerState | null;
}

/** In these states, all keys of the account and of its sub-accounts are rejected. */
export const closedStates: ReadonlySet<string> = new Set([
  'Suspended-Policy',
  'Suspended-Billing',
  'Locked',
]);
/**
 * The two billing states that lock a customer: manual verification required, and deposit required.
 */
const closedBilling: ReadonlySet<number> = new Set([7, 9]);
/** The state "Unverified - Disapproved", in which new orders can't be billed. */
const disapproved = 1;

/**
 * Whether the call orders something new. Other calls can also be orders if they increase the cost,
 * which depends on their input.
 */
const isOrder = ({ access }: Pick<Endpoint, 'access'>): boolean => access === 'servers.create';

interface Lock {
  kind: 'suspended' | 'billing';
  state: string | number;
}

function lockOf({ role, accountState, billingState }: PayerState, orders: boolean): Lock | null {
  if (closedStates.has(accountState)) return { kind: 'suspended', state: accountState };
  const isHeld = closedBilling.has(billingState) || (orders && billingState === disapproved);
  return role === 'user' && isHeld ? { kind: 'billing', state: billingState } : null;
}

/**
 * Returns null for administrators, who aren't affected by a parent account's state because they
 * resolve it.
 */
const payerOf = ({ role, parent }: AccountStanding): PayerState | null =>
  role === 'user' ? parent : null;

/**
 * Returns why the account can only change itself and its billing, or can't place orders, and the
 * state that causes it. Null if it isn't restricted. A sub-account has the restrictions of its
 * parent, which pays. Viewing always remains possible. Used by the check of every call and by the
 * explainer.
 */
export function restrictionOf(
  account: AccountStanding,
  endpoint: Pick<Endpoint, 'access' | 'changes'>,
): { rule: OwnRestriction; state: string | number } | null {
  const { access, changes } = endpoint;
  if (!changes || access === 'public' || access === 'signedIn' || access.startsWith('billing.'))
    return null;
  const own = lockOf(account, isOrder(endpoint));
  if (own?.kind === 'suspended') return { rule: 'accountSuspended', state: own.state };
  if (own)
    return {
      rule: own.state === disapproved ? 'orderNeedsBilling' : 'accountNeedsBilling',
      state: own.state,
    };
  const payer = payerOf(account);
  const above = payer && lockOf(payer, isOrder(endpoint));
  return (
    above && {
      rule: above.kind === 'suspended' ? 'parentSuspended' : 'parentNeedsBilling',
      state: above.state,
    }
  );
}

/** Whether all keys of the account are rejected, regardless of type. */
export function keysAreShut(account: AccountStanding): boolean {
  const payer = payerOf(account);
  return (
    closedStates.has(account.accountState) ||
    (payer !== null && closedStates.has(payer.accountState))
  );
}

const isSuspended = (account: string) =>
  sql`${sql.ref(`${account}.account_state`)} = any(${[...closedStates]}::text[])`;
const isBillingLocked = (account: string) =>
  sql`(${sql.ref(`${account}.role`)} = 'user' and ${sql.ref(`${account}.billing_state`)} = any(${[...closedBilling]}::smallint[]))`;

/** `keysAreShut` as SQL for an account of the query. */
export const keysAreShutOf = (account: string): RawBuilder<boolean> => sql<boolean>`
  (${isSuspended(account)} or (${sql.ref(`${account}.role`)} = 'user' and exists (
    select from user_account payer where payer.id = ${sql.ref(`${account}.parent_id`)} and ${isSuspended('payer')})))`;

/** The restriction of the row's owner (alias `had`) and its `payer`. */
const closed = sql<OwnerRestriction | null>`
  case when ${isSuspended('had')} or ${isSuspended('payer')} then 'ownerSuspended'
    when ${isBillingLocked('had')} or ${isBillingLocked('payer')} then 'ownerNeedsBilling' end`;

/**
 * SQL for what the state of a row's owner, or of the owner's parent account, blocks for users who
 * aren't administrators. The states of the user and the user's own parent account are already
 * checked for every call.
 */
export const ownerRestriction = (
  owner: string,
  personId: string,
): RawBuilder<OwnerRestriction | null> => sql<OwnerRestriction | null>`
  case when ${sql.ref(owner)} = ${personId} then null else (
    select ${closed} from user_account had
    left join user_account payer on payer.id = case when had.role = 'user' and had.parent_id <> ${personId} then had.parent_id end
    where had.id = ${sql.ref(owner)}) end`;

/** Returns the same for accounts, regardless of the caller. Omits unrestricted accounts. */
export async function ownerRestrictions(
  db: Database,
  ownerIds: readonly string[],
): Promise<Map<string, OwnerRestriction>> {
  if (ownerIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; restriction: OwnerRestriction | null }>`
    select had.id, ${closed} as restriction from user_account had
    left join user_account payer on payer.id = had.parent_id and had.role = 'user' where had.id = any(${[...ownerIds]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.flatMap(({ id, restriction }) => (restriction ? [[id, restriction]] : [])));
}
