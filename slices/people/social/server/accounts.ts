import { emailKey } from '../../../../contract/fields/email.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { insertAccount } from '../../users/server/index.ts';

/** The sign-up settings of the context's site. */
export async function readSignUp(ctx: Context) {
  return await ctx.db
    .selectFrom('site')
    .select(['sign_up', 'requires_email_validation'])
    .where('id', '=', ctx.site.id)
    .executeTakeFirstOrThrow();
}

/** The account with this address on the context's site. */
export async function findByEmail(ctx: Context, email: string) {
  return await ctx.db
    .selectFrom('user_account')
    .select([
      'id',
      'role',
      'parent_id',
      'has_password',
      'is_enabled',
      'is_email_validated',
      'account_state',
    ])
    .where('site_id', '=', ctx.site.id)
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export type FoundAccount = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

export interface SocialNewAccount {
  email: string;
  firstName: string;
  lastName: string;
}

/**
 * Creates an account without a password whose email address a provider has verified. Returns null
 * if the address was taken concurrently.
 */
export const makeAccount = (ctx: Context, newAccount: SocialNewAccount): Promise<string | null> =>
  insertAccount(ctx, {
    ...newAccount,
    siteId: ctx.site.id,
    language: ctx.language,
    isEmailValidated: true,
  });

/** Locks the account's sign-in methods until the transaction ends. */
export async function lockedAccount(ctx: Context, userId: string) {
  return await ctx.db
    .selectFrom('user_account')
    .select(['id', 'email', 'has_password', 'language', 'allows_social_login'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
