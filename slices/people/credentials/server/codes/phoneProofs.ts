import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { digestOf, newToken } from '../../../../../server/platform/secrets/secrets.ts';
import { sendSms } from '../../../../../server/platform/sms/sms.ts';
import { localize } from '../../texts/localize.ts';
import { lockAccount } from '../lockout/accountLock.ts';
import { maxTries } from '../passkeys/challenges.ts';
import { credentialTables } from '../tables.ts';
import { codeDigest, codeMinutes, maxSends, newCode, secondsUntilResend } from './codes.ts';
import { maxPhones, normalizePhone } from './phones.ts';

/** After an hour without a message, the resend delays are reset. */
const quietMs = 3_600_000;

const smsText = (code: string, systemName: string): LocalizedText =>
  localize('phoneProofs.sms', { code, systemName, minutes: codeMinutes });
const tooOften: LocalizedText = localize('phoneProofs.tooOften');

/** E.164. Throws `phoneInvalid`. */
export function requirePhone(input: string): string {
  const phone = normalizePhone(input);
  if (phone === null) throw userError('phoneInvalid', { given: input }, 'phone');
  return phone;
}

async function lastSending(ctx: Context, userId: string, phone: string) {
  const since = new Date(ctx.clock.now().getTime() - quietMs);
  return await credentialTables(ctx)
    .selectFrom('phone_verification')
    .select(['sends', 'sent_at'])
    .where('user_id', '=', userId)
    .where('phone', '=', phone)
    .where('used_at', 'is', null)
    .where('sent_at', '>', since)
    .executeTakeFirst();
}

/** Seconds until this account can request another code for the phone number. 0 if it can now. */
export async function secondsUntilPhoneCode(
  ctx: Context,
  userId: string,
  phone: string,
): Promise<number> {
  const last = await lastSending(ctx, userId, phone);
  return last ? secondsUntilResend(ctx.clock.now(), last.sent_at, last.sends) : 0;
}

export interface PhoneProof {
  /** Proves, together with the code, that the same caller continues. Not stored. */
  verificationToken: string;
  secondsUntilResend: number;
}

/**
 * Sends a code to a phone number to add, and invalidates the previous code. Call it in a
 * transaction. Throws `phoneLimit`, `phoneKnown`, `resendTooSoon`, `smsLimit`, `smsCountryRefused`.
 */
export async function sendPhoneCode(
  ctx: Context,
  userId: string,
  phone: string,
): Promise<PhoneProof> {
  await lockAccount(ctx, userId);
  await requirePhoneSlot(ctx, userId, phone);
  const db = credentialTables(ctx);
  const now = ctx.clock.now();
  const last = await lastSending(ctx, userId, phone);
  const seconds = last ? secondsUntilResend(now, last.sent_at, last.sends) : 0;
  if (seconds > 0) throw userError('resendTooSoon', { seconds }, 'phone');
  if (last && last.sends >= maxSends) throw userError('smsLimit', { problem: tooOften }, 'phone');
  const token = newToken();
  const code = newCode();
  const sendCount = (last?.sends ?? 0) + 1;
  await db
    .deleteFrom('phone_verification')
    .where('user_id', '=', userId)
    .where('phone', '=', phone)
    .execute();
  await db
    .insertInto('phone_verification')
    .values({
      ...{
        token_hash: digestOf(token),
        user_id: userId,
        phone,
        code_hash: codeDigest(token, code),
        sends: sendCount,
        sent_at: now,
      },
      expires_at: new Date(now.getTime() + codeMinutes * 60_000),
    })
    .execute();
  await sendSms(ctx, { phone, userId }, smsText(code, ctx.site.systemName)[ctx.language]);
  return { verificationToken: token, secondsUntilResend: secondsUntilResend(now, now, sendCount) };
}

async function requirePhoneSlot(ctx: Context, userId: string, phone: string): Promise<void> {
  const existing = await credentialTables(ctx)
    .selectFrom('user_phone')
    .select('phone')
    .where('user_id', '=', userId)
    .execute();
  if (existing.some((entry) => entry.phone === phone))
    throw userError('phoneKnown', { phone }, 'phone');
  if (existing.length >= maxPhones) throw userError('phoneLimit', { max: maxPhones }, 'phone');
}

/**
 * Counts an attempt, then returns whether the code is correct. A correct code can't be used again.
 * Don't call it in a transaction that a wrong code would roll back.
 */
export async function consumePhoneCode(
  ctx: Context,
  userId: string,
  verification: { token: string; phone: string; code: string },
): Promise<boolean> {
  const db = credentialTables(ctx);
  const now = ctx.clock.now();
  const updated = await db
    .updateTable('phone_verification')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', digestOf(verification.token))
    .where('user_id', '=', userId)
    .where('phone', '=', verification.phone)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .executeTakeFirst();
  if (updated.numUpdatedRows !== 1n) return false;
  const consumed = await db
    .updateTable('phone_verification')
    .set({ used_at: now })
    .where('token_hash', '=', digestOf(verification.token))
    .where('code_hash', '=', codeDigest(verification.token, verification.code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return consumed.numUpdatedRows === 1n;
}

/** Stores a verified phone number. Call it in a transaction. Throws `phoneLimit`, `phoneKnown`. */
export async function addPhone(ctx: Context, userId: string, phone: string): Promise<string> {
  await lockAccount(ctx, userId);
  await requirePhoneSlot(ctx, userId, phone);
  const { id } = await credentialTables(ctx)
    .insertInto('user_phone')
    .values({ user_id: userId, phone, created_at: ctx.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns whether the phone number existed. */
export async function removePhone(ctx: Context, userId: string, id: string): Promise<boolean> {
  await lockAccount(ctx, userId);
  const result = await credentialTables(ctx)
    .deleteFrom('user_phone')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function describePhone(
  ctx: Context,
  userId: string,
  id: string,
  description: string,
): Promise<boolean> {
  const result = await credentialTables(ctx)
    .updateTable('user_phone')
    .set({ description })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
