import { UserError, userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { readCookie } from '../../../../../server/platform/http/cookies.ts';
import {
  countAttempt,
  findRememberedBrowser,
  passwordFits,
  recordLogin,
  undoAttempt,
} from '../../../credentials/server/index.ts';
import type { LoginAnswer } from '../../contract.ts';
import { checkLoginForm, type LoginForm } from '../form.ts';
import { notifyBlocked } from '../notify.ts';
import { findAccountForLogin } from '../store.ts';
import { type Exchange, userAgentOf } from './exchange.ts';
import { finishFirstStep } from './firstStep.ts';

const nobodyId = '00000000-0000-0000-0000-000000000000';

/**
 * The first step with email and password. Counts the attempt first. An unknown address, a wrong
 * password, and an account that can't sign in this way get the same response after the same work.
 * Throws codes 25, 12, 26, 13, 21, 55, 10.
 */
export async function signIn(
  ctx: Context,
  exchange: Exchange,
  form: LoginForm,
): Promise<LoginAnswer> {
  const { email, password } = checkLoginForm(form);
  const account = await findAccountForLogin(ctx, email);
  const cookie = readCookie(exchange.request, ctx.services.config, 'browser');
  const remembered = await findRememberedBrowser(ctx, account?.id ?? nobodyId, cookie);
  const bucket = remembered?.isAtUsualAddress ? remembered.bucket : null;
  const record = (outcome: 'blocked' | 'wrongPassword') =>
    recordLogin(ctx, {
      userId: account?.id ?? null,
      email,
      outcome,
      method: 'password',
      userAgent: userAgentOf(exchange),
    });
  const attempt = await countAttempt(ctx, email, bucket);
  if (!attempt.isAllowed) {
    await record('blocked');
    if (account) await notifyBlocked(ctx, account);
    throw userError('blocked', { seconds: attempt.secondsLeft });
  }
  const isPasswordCorrect = await passwordFits(account?.password_hash ?? null, password).catch(
    (error: unknown) => {
      if (error instanceof UserError) throw error;
      ctx.log.error({ err: error, userId: account?.id }, 'A stored password couldn’t be read');
      throw userError('loginFailed');
    },
  );
  if (!account || !isPasswordCorrect || !account.is_enabled || !account.allows_email_login) {
    await record('wrongPassword');
    throw userError('emailOrPasswordWrong');
  }
  await undoAttempt(ctx, email, bucket);
  return await finishFirstStep(ctx, exchange, { userId: account.id, method: 'password' });
}
