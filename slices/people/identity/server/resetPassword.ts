import { type Reason, UserError, userError } from '../../../../contract/errors/errors.ts';
import { isEmail, normalizeEmail } from '../../../../contract/fields/email.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { sendMail } from '../../../../server/platform/mail/mail.ts';
import { passwordLinkSite } from '../../../../server/platform/mail/passwordLink.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { disconnectUser } from '../../../../server/platform/session/session.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import {
  checkNewPassword,
  clearFailures,
  consumeToken,
  deleteBrowsers,
  enforceRateLimit,
  hashPassword,
  issueToken,
  type OneTimeToken,
  peekToken,
  voidTokens,
} from '../../credentials/server/index.ts';
import { resetMail } from './mails.ts';
import { notifyReset } from './notify.ts';
import { inTransaction } from './signIn/exchange.ts';
import { linkMinutes } from './signUp/createAccount.ts';
import { findAccountForLogin, languageOfAccount, readLinkedAccount } from './store.ts';

const forgotPasswordRateLimit = { name: 'forgot', times: 20, windowSeconds: 3600 };
const tokenRateLimit = { name: 'resetToken', times: 60, windowSeconds: 900 };

/**
 * Requests a password reset. The work for an existing account runs separately, so that neither the
 * response nor its timing discloses whether the account exists.
 */
export async function forgotPassword(
  ctx: Context,
  enteredEmail: string | undefined,
): Promise<{ done: true }> {
  const email = normalizeEmail(enteredEmail ?? '');
  const reasons: Reason[] = [];
  if (email === '') reasons.push({ name: 'emailRequired', key: 'email' });
  else if (!isEmail(email)) reasons.push({ name: 'emailInvalidForReset', key: 'email' });
  if (reasons.length > 0) throw new UserError(reasons);
  await enforceRateLimit(ctx, forgotPasswordRateLimit);
  setImmediate(() =>
    mailReset(ctx, email).catch((error: unknown) =>
      ctx.log.error({ err: error }, 'A password reset link couldn’t be sent'),
    ),
  );
  return { done: true };
}

/**
 * Emails the link if the account exists. An account without a password can set one this way,
 * because the link verifies its address.
 */
async function mailReset(ctx: Context, email: string): Promise<void> {
  const account = await findAccountForLogin(ctx, email);
  if (!account?.is_enabled) return;
  await inTransaction(ctx, async (inner) => {
    const site = await passwordLinkSite(inner, ctx.site, account.id);
    const token = await issueToken(inner, {
      kind: 'reset',
      userId: account.id,
      ttlMinutes: linkMinutes,
      siteId: site.id,
    });
    await sendMail(
      inner,
      resetMail,
      { email: account.email, userId: account.id, language: languageOfAccount(ctx, account) },
      {
        ...{
          email: account.email,
          system: ctx.site.systemName,
          minutes: String(linkMinutes),
          ip: ctx.ip,
        },
        link: `${siteAddress({ ...ctx, site })}/reset/${token}`,
      },
    );
  });
}

type FoundLink = OneTimeToken & { kind: 'reset' | 'invite'; userId: string };

/** Finds a valid reset or invitation link. Throws code 18. */
async function findLink(ctx: Context, token: string): Promise<FoundLink> {
  for (const kind of ['reset', 'invite'] as const) {
    const found = await peekToken(ctx, kind, token);
    if (found?.userId) return { ...found, userId: found.userId, kind };
  }
  throw userError('tokenInvalid');
}

/**
 * The account of a link, and where it signs in if it belongs to another site. Throws codes 18,
 * slowDown.
 */
export async function findResetAccount(
  ctx: Context,
  token: string,
): Promise<{ email: string; isInvitation: boolean; signInAddress: string | null }> {
  await enforceRateLimit(ctx, tokenRateLimit);
  const link = await findLink(ctx, token);
  const account = await readLinkedAccount(ctx, link.userId);
  if (!account) throw userError('tokenInvalid');
  const siteContext = await withSiteOf(ctx, account);
  const signInAddress =
    siteAddress(siteContext) === siteAddress(ctx) ? null : `${siteAddress(siteContext)}/login`;
  return { email: account.email, isInvitation: link.kind === 'invite', signInAddress };
}

/**
 * The call in the context of the account's own site, whose rules and name apply wherever the link
 * was opened.
 */
const withSiteOf = async (ctx: Context, account: { site_id: string }): Promise<Context> =>
  account.site_id === ctx.site.id ? ctx : { ...ctx, site: await readSite(ctx.db, account.site_id) };

export interface ResetForm {
  email?: string | undefined;
  token: string;
  password?: string | undefined;
  passwordRepeat?: string | undefined;
}

/**
 * Sets the password and ends all sessions. The link works once: only one of several concurrent
 * calls succeeds, the others get 18.
 */
export async function resetPassword(ctx: Context, form: ResetForm): Promise<{ done: true }> {
  await enforceRateLimit(ctx, tokenRateLimit);
  const link = await findLink(ctx, form.token);
  const account = await readLinkedAccount(ctx, link.userId);
  const email = normalizeEmail(form.email ?? '');
  if (!account || (email !== '' && email.toLowerCase() !== account.email.toLowerCase()))
    throw userError('tokenInvalid');
  const password = form.password ?? '';
  const siteContext = await withSiteOf(ctx, account);
  await checkNewPassword(siteContext, {
    password,
    repeat: form.passwordRepeat ?? '',
    keys: { password: 'password', repeat: 'passwordRepeat' },
    about: [account.email],
  });
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx, async (inner) => {
    if (!(await consumeToken(inner, link.kind, form.token))) throw userError('tokenInvalid');
    await inner.db
      .updateTable('user_account')
      .set({
        password_hash: passwordHash,
        password_changed_at: ctx.clock.now(),
        is_email_validated: true,
        allows_email_login: true,
      })
      .where('id', '=', account.id)
      .execute();
    await disconnectUser(inner.db, account.id);
    await deleteBrowsers(inner, account.id);
    await voidTokens(inner, account.id, 'changeEmail');
    await clearFailures({ ...inner, site: siteContext.site }, account.email);
    if (link.kind === 'reset') await notifyReset(inner, account);
  });
  ctx.note({ targetType: 'user', targetId: account.id, detail: { by: link.kind } });
  return { done: true };
}
