import * as z from 'zod';
import { type Reason, UserError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../../../server/platform/settings/settings.ts';
import { localize } from '../../texts/localize.ts';
import { commonPasswords } from './commonPasswords.ts';

type Policy = 'classic' | 'strong';

/**
 * `classic`: the specification's letters, digits and underscore, 8–20 characters. `strong`: any
 * characters, 12–128, as required by NIST SP 800-63B and OWASP ASVS 6.2. Both reject easily guessed
 * passwords.
 */
export const passwordPolicy = defineSetting<Policy>({
  id: 'identity.passwordPolicy',
  schema: z.enum(['classic', 'strong']),
  fallback: 'classic',
  title: localize('passwordPolicy'),
  level: 'site',
  access: 'settings.manage',
  accessAtRoot: 'portal.manage',
  combine: (own, parentValue) => (parentValue === 'strong' ? parentValue : own),
});

export const passwordBounds = {
  classic: { min: 8, max: 20 },
  strong: { min: 12, max: 128 },
} as const;
const classicCharacters = /^\w+$/;

export interface NewPassword {
  password: string;
  repeat: string;
  /** The field names of the caller's form. */
  keys: { password: string; repeat: string };
  /** Values that the password must not contain: the email address and names. */
  about: readonly string[];
}

/**
 * Checks a new password and its repetition. Throws codes 26, 27, 15, 16, 29, each with its field.
 */
export async function checkNewPassword(ctx: Context, input: NewPassword): Promise<void> {
  const { password, repeat, keys } = input;
  const reasons: Reason[] = [];
  if (password === '') reasons.push({ name: 'passwordRequired', key: keys.password });
  if (repeat === '') reasons.push({ name: 'passwordRepeatRequired', key: keys.repeat });
  if (reasons.length > 0) throw new UserError(reasons);
  const policy = await readSetting(ctx, passwordPolicy);
  const problem = problemOf(policy, password, [...input.about, ctx.site.name, ctx.site.systemName]);
  if (problem === 'length')
    reasons.push({ name: 'passwordLength', values: passwordBounds[policy], key: keys.password });
  else if (problem) reasons.push({ name: 'passwordRefused', key: keys.password });
  if (password !== repeat) reasons.push({ name: 'passwordRepeatMismatch', key: keys.repeat });
  if (reasons.length > 0) throw new UserError(reasons);
}

function problemOf(
  policy: Policy,
  password: string,
  personalWords: readonly string[],
): 'length' | 'characters' | 'guessable' | null {
  const { min, max } = passwordBounds[policy];
  const length = [...password].length;
  if (length < min || length > max) return 'length';
  if (policy === 'classic' && !classicCharacters.test(password)) return 'characters';
  return isGuessable(password, personalWords) ? 'guessable' : null;
}

/**
 * The problem with the first account's password, which comes from the environment. Null if it's
 * valid. Uses the default policy unless the root site has another one.
 */
export function firstPasswordProblem(
  password: string,
  personalWords: readonly string[],
  policy: Policy = passwordPolicy.fallback,
): string | null {
  const problem = problemOf(policy, password, personalWords);
  if (problem === null) return null;
  if (problem === 'guessable')
    return 'must not be among what is guessed first: well-known ones, runs of neighbours, words of the address.';
  const { min, max } = passwordBounds[policy];
  return `must be ${min} to ${max} characters long${policy === 'classic' ? ', of letters, digits and underscore alone' : ''}.`;
}

/**
 * Whether the password is an obvious guess: a common password, one repeated character, a sequence,
 * or the user's own details.
 */
export function isGuessable(password: string, personalWords: readonly string[]): boolean {
  const plain = password.toLowerCase();
  const letters = plain.replace(/[^a-z]+$/, '').replace(/[^\p{L}]/gu, '');
  if (commonPasswords.has(plain) || new Set(plain).size < 4 || isKeyboardRun(plain)) return true;
  if (letters.length >= 4 && commonPasswords.has(letters) && plain.length - letters.length <= 4)
    return true;
  const words = personalWords
    .flatMap((entry) => [entry.toLowerCase(), ...entry.toLowerCase().split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= 4);
  return words.some((word) => plain.includes(word) && plain.length - word.length < 4);
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/**
 * Whether the password consists only of runs on the keyboard or in the alphabet, forward or
 * backward.
 */
function isKeyboardRun(plain: string): boolean {
  const forwards = [...rows, ...rows.map((row) => [...row].reverse().join(''))];
  let rest = plain;
  while (rest.length > 0) {
    const run = forwards.map((row) => commonStart(row, rest)).sort((a, b) => b - a)[0] ?? 0;
    if (run < 3) return false;
    rest = rest.slice(run);
  }
  return true;
}

function commonStart(row: string, rest: string): number {
  const from = row.indexOf(rest[0] ?? '');
  if (from < 0) return 0;
  let length = 0;
  while (length < rest.length && row[from + length] === rest[length]) length += 1;
  return length;
}
