import { UserError, userError } from '../../../../../contract/errors/errors.ts';
import { isEmail, normalizeEmail } from '../../../../../contract/fields/email.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { sendMail } from '../../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../../server/platform/mail/siteAddress.ts';
import {
  checkNewPassword,
  countAttempt,
  enforceRateLimit,
  hashPassword,
  issueToken,
  passwordFits,
  readPasswordHash,
  undoAttempt,
  writePasswordHash,
} from '../../../credentials/server/index.ts';
import { inTransaction } from '../inTransaction.ts';
import { emailReplacedMail, newAddressMail } from '../mails.ts';
import { ownSubject, requireOwnSession } from '../subject.ts';
import { formatUtc, onProtectionChanged } from './protection.ts';

const linkMinutes = 60;
const emailChangeLimit = { name: 'change e-mail', times: 5, windowSeconds: 3600 };

async function readAccount(ctx: SignedInContext) {
  return await ctx.db
    .selectFrom('user_account')
    .select(['email', 'allows_email_login', 'first_name', 'last_name'])
    .where('id', '=', ctx.actor.userId)
    .executeTakeFirstOrThrow();
}

/**
 * Checks the user's own password, with the lockout of all sign-in methods. An account without a
 * password has nothing to check. Throws `blocked`, `passwordRequired`, `passwordOldWrong`.
 */
async function requirePassword(
  ctx: SignedInContext,
  account: { email: string },
  password: string,
  key: string,
) {
  const hash = await readPasswordHash(ctx, ctx.actor.userId);
  if (hash === null) return;
  if (password === '') throw userError('passwordRequired', undefined, key);
  const attempt = await countAttempt(ctx, account.email);
  if (!attempt.isAllowed)
    throw new UserError([{ name: 'blocked', values: { seconds: attempt.secondsLeft } }]);
  if (!(await passwordFits(hash, password))) throw userError('passwordOldWrong', undefined, key);
  await undoAttempt(ctx, account.email);
}

export interface PasswordForm {
  oldPass?: string | undefined;
  newPass?: string | undefined;
  confirmPass?: string | undefined;
}

/** Throws codes 1802, 13, 1803, 26, 27, 15, 16, 29. */
export async function changePassword(ctx: SignedInContext, form: PasswordForm): Promise<void> {
  requireOwnSession(ctx);
  const account = await readAccount(ctx);
  if (!account.allows_email_login) throw userError('passwordChangeUnavailable');
  await requirePassword(ctx, account, form.oldPass ?? '', 'oldPass');
  const password = form.newPass ?? '';
  await checkNewPassword(ctx, {
    password,
    repeat: form.confirmPass ?? '',
    keys: { password: 'newPass', repeat: 'confirmPass' },
    about: [account.email, account.first_name, account.last_name],
  });
  if (password === form.oldPass) throw userError('passwordRefused', undefined, 'newPass');
  const hash = await hashPassword(password);
  await inTransaction(ctx, async (inner) => {
    await writePasswordHash(inner, inner.actor.userId, hash);
    await inner.db
      .updateTable('user_account')
      .set({ password_changed_at: inner.clock.now() })
      .where('id', '=', inner.actor.userId)
      .execute();
    await onProtectionChanged(inner, await ownSubject(inner), 'password');
  });
  ctx.note({ targetType: 'user', targetId: ctx.actor.userId, after: { password: 'changed' } });
}

/**
 * The account gets the new address once its verification link is opened. Whether an address is in
 * use is disclosed only to its owner.
 */
export async function requestEmailChange(
  ctx: SignedInContext,
  form: { email?: string | undefined; password?: string | undefined },
): Promise<void> {
  requireOwnSession(ctx);
  const email = normalizeEmail(form.email ?? '');
  if (email === '') throw userError('emailRequired', undefined, 'email');
  if (!isEmail(email)) throw userError('emailInvalid', undefined, 'email');
  const account = await readAccount(ctx);
  await requirePassword(ctx, account, form.password ?? '', 'password');
  await enforceRateLimit(ctx, emailChangeLimit, ctx.actor.userId);
  await inTransaction(ctx, async (inner) => {
    const { id, language } = await ownSubject(inner);
    const token = await issueToken(inner, {
      kind: 'changeEmail',
      userId: id,
      ttlMinutes: linkMinutes,
      detail: { email },
    });
    const values = { email: account.email, newEmail: email };
    const link = `${siteAddress(inner)}/validate/${token}`;
    await sendMail(
      inner,
      newAddressMail,
      { email, userId: id, language },
      { ...values, link, minutes: String(linkMinutes) },
    );
    const mailValues = { ...values, ip: inner.ip, at: formatUtc(inner.clock.now()) };
    await sendMail(
      inner,
      emailReplacedMail,
      { email: account.email, userId: id, language },
      mailValues,
    );
  });
  ctx.note({ targetType: 'user', targetId: ctx.actor.userId, detail: { newEmail: email } });
}
