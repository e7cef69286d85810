import type * as z from 'zod';
import { emptyText, userError } from '../../../../../contract/errors/errors.ts';
import { emailKey, normalizeEmail } from '../../../../../contract/fields/email.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { clearCookie, readCookie } from '../../../../../server/platform/http/cookies.ts';
import { sendMail } from '../../../../../server/platform/mail/mail.ts';
import { sendSms } from '../../../../../server/platform/sms/sms.ts';
import {
  type Challenge,
  closeChallenge,
  codeMinutes,
  consumeChallengeCode,
  consumePasskey,
  consumeRecoveryCode,
  consumeTotp,
  countAttempt,
  countChallengeAttempt,
  findChallenge,
  type LoginMethod,
  newChallengeCode,
  recordLogin,
  renewChallengeToken,
  secondsUntilResend,
} from '../../../credentials/server/index.ts';
import type { identityEndpoints } from '../../contract.ts';
import { codeMail } from '../mails.ts';
import { notifyBlocked } from '../notify.ts';
import { smsText } from '../smsText.ts';
import {
  findAccountForLogin,
  type LoginAccount,
  languageOfAccount,
  readLoginAccount,
} from '../store.ts';
import type { UserContext } from '../userContext.ts';
import { type Exchange, inTransaction, userAgentOf } from './exchange.ts';
import { requireAddress } from './firstStep.ts';
import { openSession } from './openSession.ts';
import {
  describeSecondStep,
  noSecondStep,
  type SecondStep,
  secondStepMethods,
} from './secondStepMethods.ts';

interface StepState {
  challenge: Challenge;
  account: LoginAccount;
}

/** The challenge of the token in this browser, with its account. Throws code 50. */
async function requireStep(
  ctx: Context,
  exchange: Exchange,
  mediateToken: string,
  email: string | undefined,
): Promise<StepState> {
  const challenge = await findChallenge(
    ctx,
    mediateToken,
    readCookie(exchange.request, ctx.services.config, 'step'),
  );
  const account = await readLoginAccount(ctx, challenge.userId);
  const hasOtherEmail =
    email !== undefined && email !== '' && account?.email.toLowerCase() !== emailKey(email);
  if (!account?.is_enabled || hasOtherEmail) throw userError('tfaTokenExpired');
  return { challenge, account };
}

export interface CodeRecipient {
  email?: string | undefined;
  phone?: string | undefined;
  useSMS?: boolean | undefined;
  useEmail?: boolean | undefined;
  mediateToken: string;
}

/** Sends a code with the chosen method. Throws codes 50, 52. */
export async function sendCode(
  ctx: Context,
  exchange: Exchange,
  request: CodeRecipient,
): Promise<{ sent: true; secondsUntilResend: number }> {
  const { challenge, account } = await requireStep(
    ctx,
    exchange,
    request.mediateToken,
    request.email,
  );
  const methods = await secondStepMethods(ctx, account);
  const phone = request.useSMS === true ? selectPhone(methods?.phones ?? [], request.phone) : null;
  if (phone === null && !methods?.byEmail)
    throw userError('tfaResendFailed', { problem: emptyText });
  await inTransaction(ctx, async (inner) => {
    const code = await newChallengeCode(inner, challenge, phone === null ? 'email' : 'sms');
    await deliverCode(inner, account, phone, code);
  });
  ctx.note({ targetType: 'user', targetId: account.id });
  const now = ctx.clock.now();
  return { sent: true, secondsUntilResend: secondsUntilResend(now, now, challenge.sends + 1) };
}

/**
 * Phone numbers are selected by ID, or by the masked form that was shown to the documented client.
 * A single phone number needs no selection.
 */
function selectPhone(
  phones: readonly { id: string; phone: string }[],
  phoneId: string | undefined,
): string {
  const selectedPhone = phones.find(
    ({ id, phone }) =>
      id === phoneId || phone === phoneId || phone.slice(-2) === phoneId?.slice(-2),
  );
  const chosen = phoneId ? selectedPhone : phones[0];
  if (!chosen) throw userError('tfaResendFailed', { problem: emptyText });
  return chosen.phone;
}

/**
 * Adds the code to the outbox: as a text message if there is a phone number, otherwise as an email.
 */
export async function deliverCode(
  ctx: Context,
  account: LoginAccount,
  phone: string | null,
  code: string,
): Promise<void> {
  const language = languageOfAccount(ctx, account);
  if (phone !== null)
    return await sendSms(ctx, { phone, userId: account.id }, smsText(ctx, language, code));
  await sendMail(
    ctx,
    codeMail,
    { email: account.email, userId: account.id, language },
    {
      email: account.email,
      system: ctx.site.systemName,
      code,
      minutes: String(codeMinutes),
      ip: ctx.ip,
    },
  );
}

type SecondStepBody = z.output<typeof identityEndpoints.loginSecondStep.body>;

/** Completes the sign-in with a code. Throws codes 13, 50, 51, 55, 1814. */
export async function finishSecondStep(
  ctx: Context,
  exchange: Exchange,
  body: SecondStepBody,
): Promise<UserContext> {
  const { challenge, account } = await requireStep(ctx, exchange, body.mediateToken, body.email);
  const method = methodOf(body, challenge);
  await requireAttempt(ctx, exchange, account, challenge, method);
  if (!(await consumeCode(ctx, account.id, challenge, method, body.code ?? ''))) {
    await recordLogin(ctx, {
      userId: account.id,
      email: account.email,
      outcome: 'wrongCode',
      method,
      userAgent: userAgentOf(exchange),
    });
    ctx.note({ targetType: 'user', targetId: account.id });
    throw method === 'recovery'
      ? userError('recoveryCodeWrong', undefined, 'code')
      : userError('tfaCodeWrong', { problem: emptyText }, 'code');
  }
  return await completeSignIn(
    ctx,
    exchange,
    { challenge, account },
    method,
    body.rememberBrowser === true,
  );
}

export interface PasskeyStep {
  mediateToken: string;
  credential: { id: string };
  rememberBrowser: boolean;
}

/** Completes the sign-in with a passkey. Throws codes 13, 50, 55, 1813. */
export async function finishWithPasskey(
  ctx: Context,
  exchange: Exchange,
  step: PasskeyStep,
): Promise<UserContext> {
  const stepState = await requireStep(ctx, exchange, step.mediateToken, undefined);
  await requireAttempt(ctx, exchange, stepState.account, stepState.challenge, 'passkey');
  await consumePasskey(ctx, exchange.request, 'login', stepState.account.id, step.credential);
  return await completeSignIn(ctx, exchange, stepState, 'passkey', step.rememberBrowser);
}

/**
 * The account that started the second step in this browser, for its passkey options. Throws code
 * 50.
 */
export async function findStepAccount(
  ctx: Context,
  exchange: Exchange,
  mediateToken: string,
): Promise<string> {
  return (await requireStep(ctx, exchange, mediateToken, undefined)).account.id;
}

function methodOf(body: SecondStepBody, challenge: Challenge): LoginMethod {
  if (body.useRecovery) return 'recovery';
  if (body.useTFAGoogle) return 'totp';
  return challenge.codeFactor ?? (body.useTFASMS ? 'sms' : 'email');
}

/** Counts the attempt toward the account lockout and the challenge before anything is checked. */
async function requireAttempt(
  ctx: Context,
  exchange: Exchange,
  account: LoginAccount,
  challenge: Challenge,
  method: LoginMethod,
): Promise<void> {
  const attempt = await countAttempt(ctx, account.email);
  if (!attempt.isAllowed) {
    await recordLogin(ctx, {
      userId: account.id,
      email: account.email,
      outcome: 'blocked',
      method,
      userAgent: userAgentOf(exchange),
    });
    await notifyBlocked(ctx, account);
    throw userError('blocked', { seconds: attempt.secondsLeft });
  }
  if (!(await countChallengeAttempt(ctx, challenge))) throw userError('tfaTokenExpired');
}

async function consumeCode(
  ctx: Context,
  userId: string,
  challenge: Challenge,
  method: LoginMethod,
  code: string,
): Promise<boolean> {
  if (method === 'recovery') return await consumeRecoveryCode(ctx, userId, code);
  if (method === 'totp') return await consumeTotp(ctx, userId, code.trim());
  return await consumeChallengeCode(ctx, challenge, code);
}

async function completeSignIn(
  ctx: Context,
  exchange: Exchange,
  { challenge, account }: StepState,
  method: LoginMethod,
  isRemembered: boolean,
): Promise<UserContext> {
  if (!(await closeChallenge(ctx, challenge))) throw userError('tfaTokenExpired');
  await requireAddress(ctx, exchange, account, method);
  clearCookie(exchange.reply, ctx.services.config, 'step');
  return await openSession(ctx, exchange, account, { method, rememberBrowser: isRemembered });
}

/**
 * The challenge started in this browser, with a new token if it was lost. All other callers get the
 * same empty response, whether or not the address exists.
 */
export async function secondStepDetails(
  ctx: Context,
  exchange: Exchange,
  email: string | undefined,
  includesToken: boolean,
): Promise<SecondStep> {
  const account = await findAccountForLogin(ctx, normalizeEmail(email ?? ''));
  const browserValue = readCookie(exchange.request, ctx.services.config, 'step');
  if (!account || browserValue === undefined) return noSecondStep;
  const token = await renewChallengeToken(ctx, account.id, browserValue, includesToken);
  const own = token === null ? undefined : await readLoginAccount(ctx, account.id);
  const methods = own ? await secondStepMethods(ctx, own) : null;
  return methods && token !== null ? describeSecondStep(methods, token) : noSecondStep;
}
