import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { readCookie, setCookie } from '../../../../../server/platform/http/cookies.ts';
import { newToken } from '../../../../../server/platform/secrets/secrets.ts';
import {
  blockedSeconds,
  findRememberedBrowser,
  isAddressAllowed,
  type LoginMethod,
  openChallenge,
  recordLogin,
  touchRememberedBrowser,
} from '../../../credentials/server/index.ts';
import type { LoginAnswer } from '../../contract.ts';
import { type LoginAccount, readLoginAccount } from '../store.ts';
import { type Exchange, userAgentOf } from './exchange.ts';
import { openSession } from './openSession.ts';
import { describeSecondStep, secondStepMethods } from './secondStepMethods.ts';

export interface FirstStep {
  userId: string;
  method: LoginMethod;
  /**
   * Whether the first step already counted as both factors: an authenticator that verified its
   * user.
   */
  isStrong?: boolean;
}

/**
 * Completes the first factor. Returns a session, or the second step if the account requires one and
 * this browser isn't remembered. Throws code 13 while the account is blocked, 14 while the site is
 * suspended, 21 when it is disabled, 55 from an address that isn't on its list.
 */
export async function finishFirstStep(
  ctx: Context,
  exchange: Exchange,
  step: FirstStep,
): Promise<LoginAnswer> {
  const account = await readLoginAccount(ctx, step.userId);
  if (!account?.is_enabled) throw userError('emailOrPasswordWrong');
  if (ctx.site.isSuspended) throw userError('loginConfiguration');
  const userAgent = userAgentOf(exchange);
  const { method } = step;
  const cookie = readCookie(exchange.request, ctx.services.config, 'browser');
  const remembered = await findRememberedBrowser(ctx, account.id, cookie);
  if (method !== 'password' && !remembered?.isAtUsualAddress) {
    const seconds = await blockedSeconds(ctx, account.email);
    if (seconds > 0) throw userError('blocked', { seconds });
  }
  await requireAddress(ctx, exchange, account, method);
  const methods = await secondStepMethods(ctx, account);
  if (methods === null || step.isStrong === true || remembered !== null) {
    if (remembered !== null && cookie !== undefined) await touchRememberedBrowser(ctx, cookie);
    return await openSession(ctx, exchange, account, { method });
  }
  const browserValue = newToken();
  const mediateToken = await openChallenge(ctx, account.id, browserValue);
  setCookie(exchange.reply, ctx.services.config, 'step', browserValue);
  await recordLogin(ctx, {
    userId: account.id,
    email: account.email,
    outcome: 'needsSecondStep',
    method,
    userAgent,
  });
  ctx.note({ targetType: 'user', targetId: account.id, detail: { needsSecondStep: true } });
  return describeSecondStep(methods, mediateToken);
}

/** Throws code 55 if the account can't be used from this address. */
export async function requireAddress(
  ctx: Context,
  exchange: Exchange,
  account: LoginAccount,
  method: LoginMethod,
): Promise<void> {
  if (!account.uses_allowed_ips || (await isAddressAllowed(ctx, account.id, ctx.ip))) return;
  await recordLogin(ctx, {
    userId: account.id,
    email: account.email,
    outcome: 'ipRefused',
    method,
    userAgent: userAgentOf(exchange),
  });
  ctx.note({ targetType: 'user', targetId: account.id });
  throw userError('ipNotPermitted');
}
