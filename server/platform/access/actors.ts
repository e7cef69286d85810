import { sql } from 'kysely';
import type { Role } from '../../../contract/access/roles.ts';
import { userError } from '../../../contract/errors/errors.ts';
import type { Language } from '../../../contract/languages.ts';
import type { Actor, Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { Reach } from './objectAccess.ts';
import type { PayerState } from './restriction.ts';

/** Why an account is completely blocked. */
export type AccountObstacle = 'accountDeleted' | 'accountDisabled' | 'siteSuspended';

/** A user, with the data that the portal would load for a call made now. */
export interface LoadedUser {
  actor: Actor;
  obstacle: AccountObstacle | null;
  isParentLocked: boolean;
  /** The email address is verified, or the site requires no verification. */
  isEmailValidated: boolean;
  accountState: string;
  billingState: number;
  /** The parent account, which pays for this one. */
  parent: PayerState | null;
  siteName: string;
}

/** Returns null if the account doesn't exist. */
export async function findUser(db: Database, userId: string): Promise<LoadedUser | null> {
  const row = await db
    .selectFrom('user_account as u')
    .innerJoin('site', 'site.id', 'u.site_id')
    .leftJoin('user_account as payer', 'payer.id', 'u.parent_id')
    .select([
      'u.id',
      'u.site_id',
      'u.parent_id',
      'u.email',
      'u.role',
      'u.language',
      'u.is_enabled',
      'u.deleted_at',
      'u.is_parent_locked',
    ])
    .select([
      'u.account_state',
      'u.billing_state',
      'u.is_email_validated',
      'site.path',
      'site.name',
      'site.status',
      'site.requires_email_validation',
      'site.is_sandbox',
      sql<Reach>`actor_reach(u.id, u.role, site.path)`.as('reach'),
      'payer.role as payer_role',
      'payer.account_state as payer_account_state',
      'payer.billing_state as payer_billing_state',
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    actor: {
      userId: row.id,
      siteId: row.site_id,
      sitePath: row.path,
      role: row.role as Role,
      email: row.email,
      parentId: row.parent_id,
      language: (row.language as Language | null) ?? 'en',
      isSandboxed: row.is_sandbox,
      reach: row.reach,
    },
    obstacle: obstacleOf(row),
    isParentLocked: row.is_parent_locked && row.parent_id !== null,
    isEmailValidated: row.is_email_validated || !row.requires_email_validation,
    accountState: row.account_state,
    billingState: row.billing_state,
    parent: payerFromRow(row),
    siteName: row.name,
  };
}

function payerFromRow(row: {
  payer_role: string | null;
  payer_account_state: string | null;
  payer_billing_state: number | null;
}): PayerState | null {
  const {
    payer_role: role,
    payer_account_state: accountState,
    payer_billing_state: billingState,
  } = row;
  return role === null || accountState === null || billingState === null
    ? null
    : { role: role as Role, accountState, billingState };
}

function obstacleOf(row: {
  deleted_at: Date | null;
  is_enabled: boolean;
  status: string;
}): AccountObstacle | null {
  if (row.deleted_at) return 'accountDeleted';
  if (!row.is_enabled) return 'accountDisabled';
  return row.status === 'suspended' ? 'siteSuspended' : null;
}

/**
 * The same call on behalf of another user, with that user's permissions. Throws `notLoggedIn` if
 * the user has no access.
 */
export async function actingAs<C extends Context>(
  ctx: C,
  userId: string,
): Promise<C & { actor: Actor }> {
  const user = await findUser(ctx.db, userId);
  if (!user || user.obstacle) throw userError('notLoggedIn');
  return { ...ctx, actor: user.actor };
}
