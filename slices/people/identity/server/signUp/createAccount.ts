import { type Reason, UserError, userError } from '../../../../../contract/errors/errors.ts';
import { isEmail, normalizeEmail } from '../../../../../contract/fields/email.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { isDatabaseUnavailable } from '../../../../../server/platform/database/isDatabaseUnavailable.ts';
import { sendMail } from '../../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../../server/platform/mail/siteAddress.ts';
import {
  checkNewPassword,
  enforceRateLimit,
  hashPassword,
  issueToken,
} from '../../../credentials/server/index.ts';
import { insertAccount } from '../../../users/server/index.ts';
import { accountExistsMail, validateMail } from '../mails.ts';
import { inTransaction } from '../signIn/exchange.ts';
import { findAccountForLogin, readSignUp } from '../store.ts';

/** How long a link to verify an email address or to set a password is valid. */
export const linkMinutes = 60;
const signUpRateLimit = { name: 'create', times: 30, windowSeconds: 3600 };

export interface SignUpForm {
  email?: string | undefined;
  password?: string | undefined;
  passwordRepeat?: string | undefined;
}

/**
 * Signs up. If email addresses are verified, a taken address gets the same response after the same
 * work, and its owner gets an email. Otherwise it's rejected with 17. Throws codes 42, 28, 25, 12,
 * 26, 27, 15, 16, 29, 17, 19.
 */
export async function createAccount(
  ctx: Context,
  form: SignUpForm,
): Promise<{ created: true; emailValidationRequired: boolean }> {
  const site = await readSignUp(ctx);
  if (ctx.site.isSuspended) throw userError('siteRefusesUser');
  if (site.sign_up !== 2) throw userError('registrationClosed');
  const { email, password } = await checkForm(ctx, form);
  await enforceRateLimit(ctx, signUpRateLimit);
  const passwordHash = await hashPassword(password);
  const isVerified = !site.requires_email_validation;
  const creation = inTransaction(ctx, async (inner) => {
    const userId = await insertAccount(inner, {
      ...{
        siteId: ctx.site.id,
        email,
        passwordHash,
        isEmailValidated: isVerified,
        language: ctx.language,
      },
    });
    const account = await findAccountForLogin(inner, email);
    if (!account) throw userError('accountSetupFailed');
    if (userId === null && isVerified) throw userError('emailNotAvailable', undefined, 'email');
    if (!isVerified)
      await (userId === null ? mailExisting(inner, account) : mailValidation(inner, account));
    ctx.note(
      userId === null
        ? { detail: { addressTaken: true } }
        : { targetType: 'user', targetId: userId, after: { email } },
    );
  });
  await creation.catch((error: unknown) => {
    if (error instanceof UserError || isDatabaseUnavailable(error)) throw error;
    ctx.log.error({ err: error }, 'An account couldn’t be created');
    throw userError('accountSetupFailed');
  });
  return { created: true, emailValidationRequired: !isVerified };
}

async function checkForm(
  ctx: Context,
  form: SignUpForm,
): Promise<{ email: string; password: string }> {
  const email = normalizeEmail(form.email ?? '');
  const password = form.password ?? '';
  const reasons: Reason[] = [];
  if (email === '') reasons.push({ name: 'emailRequired', key: 'email' });
  else if (!isEmail(email)) reasons.push({ name: 'emailInvalid', key: 'email' });
  await checkNewPassword(ctx, {
    password,
    repeat: form.passwordRepeat ?? '',
    keys: { password: 'password', repeat: 'passwordRepeat' },
    about: [email],
  }).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    reasons.push(...error.reasons);
  });
  if (reasons.length > 0) throw new UserError(reasons);
  return { email, password };
}

/** Emails the verification link. */
export async function mailValidation(
  ctx: Context,
  account: { id: string; email: string },
): Promise<void> {
  const token = await issueToken(ctx, {
    kind: 'validate',
    userId: account.id,
    ttlMinutes: linkMinutes,
  });
  await sendMail(
    ctx,
    validateMail,
    { email: account.email, userId: account.id, language: ctx.language },
    {
      email: account.email,
      system: ctx.site.systemName,
      link: `${siteAddress(ctx)}/validate/${token}`,
      minutes: String(linkMinutes),
    },
  );
}

/**
 * Notifies the owner of a taken address. Also creates a token that can't be used, so that a taken
 * address takes as long as a free one.
 */
async function mailExisting(ctx: Context, account: { id: string; email: string }): Promise<void> {
  await issueToken(ctx, { kind: 'create', userId: account.id, ttlMinutes: linkMinutes });
  await sendMail(
    ctx,
    accountExistsMail,
    { email: account.email, userId: account.id, language: ctx.language },
    { email: account.email, system: ctx.site.systemName, link: `${siteAddress(ctx)}/forgot` },
  );
}
