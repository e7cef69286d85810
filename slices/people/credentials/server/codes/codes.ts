import { randomInt } from 'node:crypto';
import { digestOf } from '../../../../../server/platform/secrets/secrets.ts';

/**
 * Codes sent by email or text message have six digits, are valid for ten minutes, and are
 * invalidated by the next one.
 */
export const codeMinutes = 10;
/** Seconds between one message and the next. The last value applies to all later messages. */
const resendWaitSeconds = [30, 60, 120, 300, 600] as const;
/** The most messages per challenge or phone number. */
export const maxSends = 6;

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * A code as it's compared: in ASCII digits and lowercase, without the spaces and hyphens that
 * users type or paste (`123 456`, `123-456`).
 */
export const normalizeCode = (input: string): string =>
  input
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .toLowerCase();

/**
 * Unicode lists the ten decimal digits of a script in order from zero, and no other digit directly
 * precedes them.
 */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/** Six digits could be guessed from their digest, so it is salted with the code's purpose. */
export const codeDigest = (salt: string, code: string): Buffer =>
  digestOf(`${salt} ${normalizeCode(code)}`);

/** Seconds until another code can be sent. 0 if it can be sent now. */
export function secondsUntilResend(now: Date, sentAt: Date | null, sendCount: number): number {
  if (sentAt === null || sendCount === 0) return 0;
  const wait = resendWaitSeconds[Math.min(sendCount, resendWaitSeconds.length) - 1] ?? 0;
  return Math.max(0, Math.ceil((sentAt.getTime() + wait * 1000 - now.getTime()) / 1000));
}
