import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  digestOf,
  equalDigests,
  newToken,
} from '../../../../../server/platform/secrets/secrets.ts';
import { localize } from '../../texts/localize.ts';
import { codeDigest, codeMinutes, maxSends, newCode, secondsUntilResend } from '../codes/codes.ts';
import { credentialTables } from '../tables.ts';

export const challengeMinutes = 10;
/** The most wrong codes per challenge. After that, the password is required again. */
export const maxTries = 5;

const tooSoon = (seconds: number): LocalizedText => localize('tooSoon', { seconds });
const tooOften: LocalizedText = localize('tooOften');

export type SentFactor = 'email' | 'sms';

export interface Challenge {
  tokenHash: Buffer;
  userId: string;
  codeFactor: SentFactor | null;
  /** The number of codes sent so far. */
  sends: number;
  secondsUntilResend: number;
}

/**
 * Starts the second step for the browser that passed the first one. The token is returned to that
 * browser only.
 */
export async function openChallenge(
  ctx: Context,
  userId: string,
  browserValue: string,
): Promise<string> {
  const db = credentialTables(ctx);
  const token = newToken();
  const now = ctx.clock.now();
  await db
    .insertInto('login_challenge')
    .values({
      token_hash: digestOf(token),
      site_id: ctx.site.id,
      user_id: userId,
      browser_hash: digestOf(browserValue),
      created_at: now,
      expires_at: new Date(now.getTime() + challengeMinutes * 60_000),
    })
    .execute();
  return token;
}

/**
 * The open challenge of this browser with this token. Throws code 50 if it is expired, used, of
 * another account, or of another browser.
 */
export async function findChallenge(
  ctx: Context,
  token: string,
  browserValue: string | undefined,
): Promise<Challenge> {
  const now = ctx.clock.now();
  const row = await credentialTables(ctx)
    .selectFrom('login_challenge')
    .select(['user_id', 'browser_hash', 'code_factor', 'code_sent_at', 'sends', 'tries'])
    .where('token_hash', '=', digestOf(token))
    .where('site_id', '=', ctx.site.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (
    !row ||
    row.tries >= maxTries ||
    browserValue === undefined ||
    !equalDigests(row.browser_hash, digestOf(browserValue))
  )
    throw userError('tfaTokenExpired');
  return {
    tokenHash: digestOf(token),
    userId: row.user_id,
    codeFactor: row.code_factor as SentFactor | null,
    sends: row.sends,
    secondsUntilResend: secondsUntilResend(now, row.code_sent_at, row.sends),
  };
}

/**
 * The open challenge of this account in this browser with a new token ('' when none is needed).
 * Null when there is none. The attempt counter is kept.
 */
export async function renewChallengeToken(
  ctx: Context,
  userId: string,
  browserValue: string,
  needsToken: boolean,
): Promise<string | null> {
  const token = needsToken ? newToken() : '';
  const open = credentialTables(ctx)
    .updateTable('login_challenge')
    .set(needsToken ? { token_hash: digestOf(token), code_hash: null } : { user_id: userId })
    .where('user_id', '=', userId)
    .where('site_id', '=', ctx.site.id)
    .where('browser_hash', '=', digestOf(browserValue))
    .where('used_at', 'is', null)
    .where('tries', '<', maxTries)
    .where('expires_at', '>', ctx.clock.now());
  return (await open.executeTakeFirst()).numUpdatedRows === 1n ? token : null;
}

/**
 * Creates a code for the challenge and invalidates the previous one. Throws code 52 if it's
 * requested too soon or too often.
 */
export async function newChallengeCode(
  ctx: Context,
  challenge: Challenge,
  factor: SentFactor,
): Promise<string> {
  if (challenge.secondsUntilResend > 0)
    throw userError('tfaResendFailed', { problem: tooSoon(challenge.secondsUntilResend) });
  const code = newCode();
  const now = ctx.clock.now();
  const result = await credentialTables(ctx)
    .updateTable('login_challenge')
    .set((eb) => ({
      code_hash: codeDigest(challenge.tokenHash.toString('hex'), code),
      code_factor: factor,
      code_sent_at: now,
      code_expires_at: new Date(now.getTime() + codeMinutes * 60_000),
      sends: eb('sends', '+', 1),
    }))
    .where('token_hash', '=', challenge.tokenHash)
    .where('used_at', 'is', null)
    .where('sends', '<', maxSends)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw userError('tfaResendFailed', { problem: tooOften });
  return code;
}

/** Counts an attempt before the code is checked. Returns false if none are left. */
export async function countChallengeAttempt(ctx: Context, challenge: Challenge): Promise<boolean> {
  const result = await credentialTables(ctx)
    .updateTable('login_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', challenge.tokenHash)
    .where('used_at', 'is', null)
    .where('tries', '<', maxTries)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Whether the code is the one that was sent. A correct code can't be used again. */
export async function consumeChallengeCode(
  ctx: Context,
  challenge: Challenge,
  code: string,
): Promise<boolean> {
  const result = await credentialTables(ctx)
    .updateTable('login_challenge')
    .set({ code_hash: null })
    .where('token_hash', '=', challenge.tokenHash)
    .where('code_hash', '=', codeDigest(challenge.tokenHash.toString('hex'), code))
    .where('code_expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Closes the challenge. Only one of several concurrent callers gets true. */
export async function closeChallenge(ctx: Context, challenge: Challenge): Promise<boolean> {
  const result = await credentialTables(ctx)
    .updateTable('login_challenge')
    .set({ used_at: ctx.clock.now() })
    .where('token_hash', '=', challenge.tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
