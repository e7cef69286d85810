import { randomInt } from 'node:crypto';
import { digestOf } from '../../../../../server/platform/secrets/secrets.ts';

/**
 * Codes sent by mail or text message: six digits, good for ten minutes, void once another was sent.
 */
export const codeMinutes = 10;
/** Waits between one sending and the next, in seconds; the last one holds from then on. */
const resendWaits = [30, 60, 120, 300, 600] as const;
/** The most messages for one challenge or one phone. */
export const maxSends = 6;

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * A code as it's compared: without the spaces and hyphens it's read out or pasted with (`123 456`,
 * `123-456`), in ASCII digits and lower case, from any keyboard.
 */
export const normalizeCode = (given: string): string =>
  given
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .toLowerCase();

/**
 * Unicode lists the ten decimal digits of a script from zero upwards, without other digits before
 * them.
 */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/**
 * Six digits alone would be guessed from their digest, so it is salted with what the code was made
 * for.
 */
export const codeDigest = (salt: string, code: string): Buffer =>
  digestOf(`${salt} ${normalizeCode(code)}`);

/** Seconds until another code may be sent; 0: now. */
export function secondsUntilResend(now: Date, sentAt: Date | null, sends: number): number {
  if (sentAt === null || sends === 0) return 0;
  const wait = resendWaits[Math.min(sends, resendWaits.length) - 1] ?? 0;
  return Math.max(0, Math.ceil((sentAt.getTime() + wait * 1000 - now.getTime()) / 1000));
}
