import { userError } from '../../../../contract/errors/errors.ts';
import { isEmail } from '../../../../contract/fields/email.ts';
import type { SocialIdentity } from '../../../../drivers/social/port.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { type FoundAccount, findByEmail, readSignUp } from './accounts.ts';
import { listLinks } from './links.ts';
import type { Plan } from './signIn/stateToken.ts';

/**
 * Whether an unconnected identity can get a new account. Accounts are never matched by email
 * address: existing users sign in as usual and connect the provider there. Throws code 30 without
 * an address, 37 with an unverified one, 39 if the account with this address is connected to
 * another identity of the same provider, 33 to another provider, 34 to none, and 28 and 42 if the
 * site allows no sign-up. Returns the unverified account to be replaced, if there is one.
 */
export async function requireNewIdentity(
  ctx: Context,
  identity: SocialIdentity,
  { handler, social }: Plan,
): Promise<{ ending: string | null }> {
  if (identity.email === null) throw userError('socialNoEmail');
  if (!identity.isEmailVerified || !isEmail(identity.email))
    throw userError('socialEmailNotAuthorized');
  const site = await readSignUp(ctx);
  const existing = await findByEmail(ctx, identity.email);
  const replacesExisting =
    existing !== undefined && isPreHijackedAccount(existing, site.requires_email_validation);
  if (existing && !replacesExisting) throw await existingAccountError(ctx, existing, social);
  if (ctx.site.isSuspended) throw userError('siteRefusesUser');
  if (site.sign_up !== 2 || handler === 'remote') throw userError('registrationClosed');
  return { ending: existing?.id ?? null };
}

/**
 * An account created for someone else's address, waiting for the owner to sign up (pre-hijacking).
 * Only where addresses are verified by email, and only for self-created accounts. Accounts created
 * by an administrator or parent account, and locked ones, are kept.
 */
export function isPreHijackedAccount(
  account: FoundAccount,
  requiresEmailValidation: boolean,
): boolean {
  const isIndependentUser = account.role === 'user' && account.parent_id === null;
  const isActive = account.is_enabled && account.account_state === 'Ok';
  return (
    requiresEmailValidation &&
    !account.is_email_validated &&
    account.has_password &&
    isIndependentUser &&
    isActive
  );
}

async function existingAccountError(ctx: Context, account: FoundAccount, social: string) {
  const links = await listLinks(ctx, account.id);
  if (links.some((link) => link.provider === social)) return userError('socialUseConnected');
  return userError(links.length > 0 ? 'socialOnOtherNetwork' : 'socialUsePassword');
}
