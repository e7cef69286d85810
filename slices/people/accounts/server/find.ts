import { sql } from 'kysely';
import type { Role } from '../../../../contract/access/roles.ts';
import { emailKey } from '../../../../contract/fields/email.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import {
  type UserDenialReason,
  userDenialReason,
} from '../../../../server/platform/access/effectiveRights.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { localize } from '../texts/localize.ts';
import type { AccountState } from './states/account.ts';
import type { BillingState } from './states/billing.ts';

/** An account, as required by batches. */
export interface Account {
  id: string;
  email: string;
  emailKey: string;
  role: Role;
  siteId: string;
  site: string;
  parentId: string | null;
  state: AccountState;
  billing: BillingState;
  /** The state in which the deposit request was created. Null without a pending request. */
  depositFrom: BillingState | null;
  isEnabled: boolean;
  children: number;
  /** The rights of the account that the caller doesn't have. Null if the caller has all of them. */
  lack: UserDenialReason | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const columns = sql`
  u.id, u.email, u.email_key as "emailKey", u.role, u.site_id as "siteId", (select name from site where site.id = u.site_id) as site,
  u.parent_id as "parentId", u.account_state as state, u.billing_state as billing, u.deposit_from as "depositFrom", u.is_enabled as "isEnabled",
  (select count(*)::integer from user_account c where c.parent_id = u.id and c.deleted_at is null) as children`;

/** The accounts in the caller's scope that have one of these addresses or IDs. */
export async function findAccounts(
  ctx: SignedInContext,
  identifiers: readonly string[],
): Promise<Account[]> {
  const ids = identifiers.filter((entry) => uuid.test(entry));
  const emails = identifiers.map(emailKey);
  const { rows } = await sql<Account>`
    select ${columns}, ${userDenialReason(ctx.actor, 'u.id')} as lack from user_account u
    where u.deleted_at is null and (u.id = any(${ids}::uuid[]) or u.email_key = any(${emails}::text[]))
      and ${visibleTo(ctx, { owner: 'u.id', site: 'u.site_id' })}`.execute(ctx.db);
  return rows;
}

/** Locks one account until the transaction ends. Null if it is deleted or out of scope. */
export async function lockAccountForUpdate(
  ctx: SignedInContext,
  userId: string,
): Promise<Account | null> {
  await sql`select from user_account where id = ${userId} for no key update`.execute(ctx.db);
  return (await findAccounts(ctx, [userId])).find(({ id }) => id === userId) ?? null;
}

export const matchesInput = (account: Account, identifier: string): boolean =>
  account.id === identifier.toLowerCase() || account.emailKey === emailKey(identifier);

/** Why the caller can't change the account, regardless of its state. Null when they can. */
export function changeDenialReason(ctx: SignedInContext, account: Account): LocalizedText | null {
  if (account.id === ctx.actor.userId) return localize('find.notYours.ownAccount');
  if (account.lack !== null) return localize('find.notYours.accountPermissionsDont');
  // Operators can't lock each other out in bulk.
  if (account.role === 'root') return localize('find.notYours.operatorAccount');
  return null;
}
