import { emailKey } from '../../../../contract/fields/email.ts';
import { type Language, languages } from '../../../../contract/languages.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { secretsDb } from '../../credentials/server/index.ts';

/** The account with this address on the context's site, with the data needed for sign-in. */
export function findAccountForLogin(ctx: Context, email: string) {
  return secretsDb(ctx)
    .selectFrom('user_account')
    .select(['id', 'email', 'password_hash', 'is_enabled', 'allows_email_login', 'language'])
    .where('site_id', '=', ctx.site.id)
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The data of an account of the context's site that the sign-in steps need. */
export function readLoginAccount(ctx: Context, userId: string) {
  return portalDb(ctx, 'whoever acts for the caller signs in again as themselves')
    .selectFrom('user_account')
    .select([
      'id',
      'email',
      'role',
      'is_enabled',
      'uses_tfa',
      'uses_tfa_email',
      'uses_tfa_sms',
      'uses_tfa_app',
      'uses_allowed_ips',
      'language',
      'has_totp',
    ])
    .where('id', '=', userId)
    .where('site_id', '=', ctx.site.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * The account of a one-time link. The link belongs to the context's site, but the account may
 * belong to another one.
 */
export function readLinkedAccount(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('user_account')
    .select(['id', 'email', 'site_id'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export type LoginAccount = NonNullable<Awaited<ReturnType<typeof readLoginAccount>>>;

/** The language of messages to the account. */
export const languageOfAccount = (ctx: Context, account: { language: string | null }): Language =>
  languages.find((language) => language === account.language) ?? ctx.language;

const profileColumns = [
  'id',
  'email',
  'role',
  'billing_state',
  'account_state',
  'external_state',
  'payment_type',
  'is_email_validated',
  'is_enabled',
] as const;

/** An account with the requirements of its site, in one statement. */
export function readAccount(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('user_account as u')
    .innerJoin('site', 'site.id', 'u.site_id')
    .select(profileColumns.map((column) => `u.${column}` as const))
    .select('site.requires_email_validation')
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
}

export async function writeLanguage(ctx: SignedInContext, language: string): Promise<void> {
  await ctx.db
    .updateTable('user_account')
    .set({ language })
    .where('id', '=', ctx.actor.userId)
    .execute();
}

/** The sign-up settings of the context's site. */
export function readSignUp(ctx: Context) {
  return ctx.db
    .selectFrom('site')
    .select(['sign_up', 'requires_email_validation', 'terms'])
    .where('id', '=', ctx.site.id)
    .executeTakeFirstOrThrow();
}
