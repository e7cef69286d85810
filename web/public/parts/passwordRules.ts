import type { SignUpPolicy } from '../useSignUpPolicy.ts';

export interface Rule {
  name: 'ruleLength' | 'ruleCharacters' | 'ruleAddress';
  isMet: boolean;
}

/** The password rules with their status. The portal makes the final check. */
export function rulesFor(policy: SignUpPolicy, password: string, email: string): Rule[] {
  const length = [...password].length;
  const rules: Rule[] = [
    { name: 'ruleLength', isMet: length >= policy.passwordMin && length <= policy.passwordMax },
  ];
  if (policy.passwordPolicy === 'classic')
    rules.push({ name: 'ruleCharacters', isMet: /^\w+$/.test(password) });
  rules.push({ name: 'ruleAddress', isMet: password !== '' && !containsAddress(password, email) });
  return rules;
}

/** Whether the password is little more than the email address or one of its words. */
function containsAddress(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  const words = [email.toLowerCase(), ...email.toLowerCase().split(/[^\p{L}\p{N}]+/u)].filter(
    (word) => word.length >= 4,
  );
  return words.some((word) => plain.includes(word) && plain.length - word.length < 4);
}

export type Strength = 'strengthWeak' | 'strengthFair' | 'strengthGood' | 'strengthStrong';
const strengthTexts: readonly Strength[] = [
  'strengthWeak',
  'strengthFair',
  'strengthGood',
  'strengthStrong',
];
/** Minimum bits of entropy for each rating. */
const thresholds = [0, 36, 54, 76];

const kinds: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 20],
];

/**
 * A rating of the password strength by length and variety, minus repetitions and sequences. This is
 * an estimate.
 */
export function strengthOf(password: string): Strength {
  const letters = [...password];
  const alphabet = kinds.reduce(
    (sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0),
    0,
  );
  // A character that repeats or continues the previous one, or occurred often, adds little.
  const bitsOfLetters = letters.map((letter, index) => {
    const step =
      index === 0
        ? Number.NaN
        : (letter.codePointAt(0) ?? 0) - (letters[index - 1]?.codePointAt(0) ?? 0);
    if (Math.abs(step) <= 1) return 0.25;
    return letters.indexOf(letter) < index ? 0.6 : 1;
  });
  const bits =
    bitsOfLetters.reduce((sum, part) => sum + part, 0) * Math.log2(Math.max(alphabet, 2));
  return strengthTexts[thresholds.findLastIndex((mark) => bits >= mark)] ?? 'strengthWeak';
}

export const strengthSteps = strengthTexts.length;
export const stepOf = (strength: Strength): number => strengthTexts.indexOf(strength) + 1;
