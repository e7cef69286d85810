import type * as z from 'zod';
import { emptyText, userError } from '../../../../contract/errors/errors.ts';
import { signedInUserId } from '../../../../server/platform/access/signedInUser.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { sessionCookie } from '../../../../server/platform/http/cookies.ts';
import {
  markSessionAuthenticated,
  recentAuthenticationMinutes,
} from '../../../../server/platform/session/recentAuthentication.ts';
import {
  authenticationOptions,
  closeChallenge,
  consumeChallengeCode,
  consumePasskey,
  consumeTotp,
  countAttempt,
  countChallengeAttempt,
  findChallenge,
  listPasskeys,
  listPhones,
  maskedPhone,
  newChallengeCode,
  openChallenge,
  passwordFits,
  secondsUntilResend,
  undoAttempt,
} from '../../credentials/server/index.ts';
import type { identityEndpoints } from '../contract.ts';
import { type Exchange, inTransaction } from './signIn/exchange.ts';
import { deliverCode } from './signIn/secondStep.ts';
import { findAccountForLogin, type LoginAccount, readLoginAccount } from './store.ts';

/**
 * The account of the signed-in user. While acting for another account, users confirm their own
 * identity.
 */
async function requireAccount(ctx: SignedInContext): Promise<LoginAccount> {
  const account = await readLoginAccount(ctx, signedInUserId(ctx));
  if (!account) throw userError('notFound', { what: 'user', id: signedInUserId(ctx) });
  return account;
}

/**
 * The ways to confirm the user's identity again: a passkey or a code. The password alone is
 * accepted only if the account has no second factor.
 */
export async function listReauthenticationMethods(ctx: SignedInContext) {
  const account = await requireAccount(ctx);
  const [passkeys, phones] = await Promise.all([
    listPasskeys(ctx, account.id),
    listPhones(ctx, account.id),
  ]);
  const methods = [
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    ...(account.has_totp ? ['totp' as const] : []),
    ...(account.uses_tfa ? [] : ['password' as const]),
    'email' as const,
    ...(phones.length > 0 ? ['sms' as const] : []),
  ];
  const authenticatedAt = ctx.actor.session?.provedAt?.getTime() ?? 0;
  const secondsLeft = Math.max(
    0,
    Math.ceil(
      (authenticatedAt + recentAuthenticationMinutes * 60_000 - ctx.clock.now().getTime()) / 1000,
    ),
  );
  return {
    ways: methods,
    phones: phones.map(({ id, phone }) => ({ id, phone: maskedPhone(phone) })),
    secondsLeft,
  };
}

const browserValueOf = (ctx: Context, exchange: Exchange): string =>
  sessionCookie(exchange.request, ctx.services.config) ?? '';

/** Sends a code for the confirmation. Only this session can use it. */
export async function sendProof(
  ctx: SignedInContext,
  exchange: Exchange,
  request: { way: 'email' | 'sms'; phone?: string | undefined },
) {
  const account = await requireAccount(ctx);
  const phones = request.way === 'sms' ? await listPhones(ctx, account.id) : [];
  const phone =
    request.way === 'sms'
      ? phones.find(({ id }) => request.phone === undefined || id === request.phone)
      : undefined;
  if (request.way === 'sms' && !phone) throw userError('tfaResendFailed', { problem: emptyText });
  const proofToken = await inTransaction(ctx, async (inner) => {
    const token = await openChallenge(inner, account.id, browserValueOf(ctx, exchange));
    const challenge = await findChallenge(inner, token, browserValueOf(ctx, exchange));
    await deliverCode(
      inner,
      account,
      phone?.phone ?? null,
      await newChallengeCode(inner, challenge, request.way),
    );
    return token;
  });
  const now = ctx.clock.now();
  return { proofToken, secondsUntilResend: secondsUntilResend(now, now, 1) };
}

export async function getReauthenticationOptions(ctx: SignedInContext, exchange: Exchange) {
  return {
    options: {
      ...(await authenticationOptions(ctx, exchange.request, 'prove', signedInUserId(ctx))),
    },
  };
}

type ReauthenticationRequest = z.output<typeof identityEndpoints.prove.body>;

/**
 * Confirms the user's identity. Failed attempts count toward the account lockout like wrong
 * passwords. Throws codes 13, 21, 51, 1813.
 */
export async function reauthenticate(
  ctx: SignedInContext,
  exchange: Exchange,
  request: ReauthenticationRequest,
): Promise<{ secondsLeft: number }> {
  const account = await requireAccount(ctx);
  const attempt = await countAttempt(ctx, account.email);
  if (!attempt.isAllowed) throw userError('blocked', { seconds: attempt.secondsLeft });
  ctx.note({ targetType: 'user', targetId: account.id, detail: { way: request.way } });
  await consumeProof(ctx, exchange, account, request);
  await undoAttempt(ctx, account.email);
  if (ctx.actor.session)
    await markSessionAuthenticated(ctx.db, ctx.actor.session.hash, ctx.clock.now());
  return { secondsLeft: recentAuthenticationMinutes * 60 };
}

async function consumeProof(
  ctx: SignedInContext,
  exchange: Exchange,
  account: LoginAccount,
  request: ReauthenticationRequest,
): Promise<void> {
  if (request.way === 'passkey')
    return void (await consumePasskey(
      ctx,
      exchange.request,
      'prove',
      account.id,
      request.credential,
    ));
  if (request.way === 'password') {
    const passwordHash = account.uses_tfa
      ? null
      : ((await findAccountForLogin(ctx, account.email))?.password_hash ?? null);
    if (!(await passwordFits(passwordHash, request.password)))
      throw userError('emailOrPasswordWrong', undefined, 'password');
    return;
  }
  const isCorrect =
    request.way === 'totp'
      ? await consumeTotp(ctx, account.id, request.code)
      : await consumeSentCode(ctx, exchange, account, request);
  if (!isCorrect) throw userError('tfaCodeWrong', { problem: emptyText }, 'code');
}

async function consumeSentCode(
  ctx: Context,
  exchange: Exchange,
  account: LoginAccount,
  request: { code: string; proofToken: string },
): Promise<boolean> {
  const challenge = await findChallenge(ctx, request.proofToken, browserValueOf(ctx, exchange));
  if (challenge.userId !== account.id || !(await countChallengeAttempt(ctx, challenge)))
    return false;
  return (
    (await consumeChallengeCode(ctx, challenge, request.code)) &&
    (await closeChallenge(ctx, challenge))
  );
}
