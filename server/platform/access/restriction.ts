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
export interface AccountRestrictions extends PayerState {
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
const closedBillingStates: ReadonlySet<number> = new Set([7, 9]);
/** The state "Unverified - Disapproved", in which new orders can't be billed. */
const disapprovedState = 1;

/**
 * Whether the call orders something new. Other calls can also be orders if they increase the cost,
 * which depends on their input.
 */
const isOrder = ({ access }: Pick<Endpoint, 'access'>): boolean => access === 'servers.create';

interface Lock {
  kind: 'suspended' | 'billing';
  state: string | number;
}

function lockOf(
  { role, accountState, billingState }: PayerState,
  placesOrder: boolean,
): Lock | null {
  if (closedStates.has(accountState)) return { kind: 'suspended', state: accountState };
  const isRestricted =
    closedBillingStates.has(billingState) || (placesOrder && billingState === disapprovedState);
  return role === 'user' && isRestricted ? { kind: 'billing', state: billingState } : null;
}

/**
 * Returns null for administrators, who aren't affected by a parent account's state because they
 * resolve it.
 */
const payerOf = ({ role, parent }: AccountRestrictions): PayerState | null =>
  role === 'user' ? parent : null;

/**
 * Returns why the account can only change itself and its billing, or can't place orders, and the
 * state that causes it. Null if it isn't restricted. A sub-account has the restrictions of its
 * parent, which pays. Viewing always remains possible. Used by the check of every call and by the
 * explainer.
 */
export function restrictionOf(
  account: AccountRestrictions,
  endpoint: Pick<Endpoint, 'access' | 'changes'>,
): { rule: OwnRestriction; state: string | number } | null {
  const { access, changes } = endpoint;
  if (!changes || access === 'public' || access === 'signedIn' || access.startsWith('billing.'))
    return null;
  const ownLock = lockOf(account, isOrder(endpoint));
  if (ownLock?.kind === 'suspended') return { rule: 'accountSuspended', state: ownLock.state };
  if (ownLock)
    return {
      rule: ownLock.state === disapprovedState ? 'orderNeedsBilling' : 'accountNeedsBilling',
      state: ownLock.state,
    };
  const payer = payerOf(account);
  const payerLock = payer && lockOf(payer, isOrder(endpoint));
  return (
    payerLock && {
      rule: payerLock.kind === 'suspended' ? 'parentSuspended' : 'parentNeedsBilling',
      state: payerLock.state,
    }
  );
}

/** Whether all keys of the account are rejected, regardless of type. */
export function areKeysBlocked(account: AccountRestrictions): boolean {
  const payer = payerOf(account);
  return (
    closedStates.has(account.accountState) ||
    (payer !== null && closedStates.has(payer.accountState))
  );
}

const isSuspended = (account: string) =>
  sql`${sql.ref(`${account}.account_state`)} = any(${[...closedStates]}::text[])`;
const isBillingLocked = (account: string) =>
  sql`(${sql.ref(`${account}.role`)} = 'user' and ${sql.ref(`${account}.billing_state`)} = any(${[...closedBillingStates]}::smallint[]))`;

/** `areKeysBlocked` as SQL for an account of the query. */
export const areKeysBlockedSql = (account: string): RawBuilder<boolean> => sql<boolean>`
  (${isSuspended(account)} or (${sql.ref(`${account}.role`)} = 'user' and exists (
    select from user_account payer where payer.id = ${sql.ref(`${account}.parent_id`)} and ${isSuspended('payer')})))`;

/** The restriction of the row's owner (alias `had`) and its `payer`. */
const restrictionCase = sql<OwnerRestriction | null>`
  case when ${isSuspended('had')} or ${isSuspended('payer')} then 'ownerSuspended'
    when ${isBillingLocked('had')} or ${isBillingLocked('payer')} then 'ownerNeedsBilling' end`;

/**
 * SQL for what the state of a row's owner, or of the owner's parent account, blocks for users who
 * aren't administrators. The states of the user and the user's own parent account are already
 * checked for every call.
 */
export const ownerRestriction = (
  owner: string,
  userId: string,
): RawBuilder<OwnerRestriction | null> => sql<OwnerRestriction | null>`
  case when ${sql.ref(owner)} = ${userId} then null else (
    select ${restrictionCase} from user_account had
    left join user_account payer on payer.id = case when had.role = 'user' and had.parent_id <> ${userId} then had.parent_id end
    where had.id = ${sql.ref(owner)}) end`;

/** Returns the same for accounts, regardless of the caller. Omits unrestricted accounts. */
export async function ownerRestrictions(
  db: Database,
  ownerIds: readonly string[],
): Promise<Map<string, OwnerRestriction>> {
  if (ownerIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; restriction: OwnerRestriction | null }>`
    select had.id, ${restrictionCase} as restriction from user_account had
    left join user_account payer on payer.id = had.parent_id and had.role = 'user' where had.id = any(${[...ownerIds]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.flatMap(({ id, restriction }) => (restriction ? [[id, restriction]] : [])));
}
