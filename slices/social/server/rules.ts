import { isEmail } from '../../../contract/email.ts';
import { refuse } from '../../../contract/errors.ts';
import type { SocialIdentity } from '../../../drivers/social/port.ts';
import type { Context } from '../../../server/platform/context.ts';
import { type AccountOfAddress, findByEmail, readSignUp } from './accounts.ts';
import { listLinks } from './links.ts';
import type { Plan } from './stateToken.ts';

/**
 * Whether somebody whom no account is connected to may have a new one. Never is an account found by its address: whoever has one signs
 * in as he does, and connects the provider there. Throws code 30 without an address, 37 with one the provider has not proved, 39 when
 * the account with this address is connected to another identity of the same provider, 33 to another provider, 34 when it has none;
 * 28 and 42 when the site takes nobody new. Gives the unproved account that must make way, if there is one.
 */
export async function demandNewcomer(
  ctx: Context,
  identity: SocialIdentity,
  { handler, social }: Plan,
): Promise<{ ending: string | null }> {
  if (identity.email === null) throw refuse('socialNoEmail');
  if (!identity.isEmailVerified || !isEmail(identity.email)) throw refuse('socialEmailNotAuthorized');
  const site = await readSignUp(ctx);
  const existing = await findByEmail(ctx, identity.email);
  const mustEnd = existing !== undefined && isPretender(existing, site.requires_email_validation);
  if (existing && !mustEnd) throw await refusalFor(ctx, existing, social);
  if (ctx.site.isSuspended) throw refuse('siteRefusesUser');
  if (site.sign_up !== 2 || handler === 'remote') throw refuse('registrationClosed');
  return { ending: existing?.id ?? null };
}

/**
 * Somebody made an account for an address that is not his, and waits for its owner to come (pre-hijacking). Only where addresses are
 * proved by mail, and only for accounts anybody can make: what an administrator or a parent made stays, and so does what was locked.
 */
export function isPretender(account: AccountOfAddress, isProofAsked: boolean): boolean {
  const isAnybodys = account.role === 'user' && account.parent_id === null;
  const isUntouched = account.is_enabled && account.account_state === 'Ok';
  return isProofAsked && !account.is_email_validated && account.has_password && isAnybodys && isUntouched;
}

async function refusalFor(ctx: Context, account: AccountOfAddress, social: string) {
  const links = await listLinks(ctx, account.id);
  if (links.some((link) => link.provider === social)) return refuse('socialUseConnected');
  return refuse(links.length > 0 ? 'socialOnOtherNetwork' : 'socialUsePassword');
}
