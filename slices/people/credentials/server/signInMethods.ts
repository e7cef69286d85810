import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { lockAccount } from './lockout/accountLock.ts';

export interface SignInMethods {
  byEmail: boolean;
  passkeys: number;
  socialLinks: number;
}

/**
 * The sign-in methods of the account: email and password (which can be reset by email), passkeys,
 * and other sites.
 */
export async function signInMethodsOf(ctx: Context, userId: string): Promise<SignInMethods> {
  const { rows } = await sql<SignInMethods>`
    select u.allows_email_login as "byEmail",
      (select count(*)::int from passkey where user_id = u.id) as passkeys,
      case when u.allows_social_login then (select count(*)::int from social_link where user_id = u.id) else 0 end as "socialLinks"
    from user_account u where u.id = ${userId}`.execute(ctx.db);
  return rows[0] ?? { byEmail: false, passkeys: 0, socialLinks: 0 };
}

/**
 * Throws `lastWayIn` if a change has removed the account's last sign-in method. Call it in the
 * transaction of the change.
 */
export async function requireSignInMethod(ctx: Context, userId: string): Promise<void> {
  await lockAccount(ctx, userId);
  const { byEmail, passkeys, socialLinks } = await signInMethodsOf(ctx, userId);
  if (!byEmail && passkeys === 0 && socialLinks === 0) throw userError('lastWayIn');
}
