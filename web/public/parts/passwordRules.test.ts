import { describe, expect, it } from 'vitest';
import { rulesFor, strengthOf } from './passwordRules.ts';

const classic = {
  isOpen: true,
  passwordPolicy: 'classic',
  passwordMin: 8,
  passwordMax: 20,
  hasTerms: false,
} as const;
const strong = { ...classic, passwordPolicy: 'strong', passwordMin: 12, passwordMax: 128 } as const;
const unmetRules = (...args: Parameters<typeof rulesFor>) =>
  rulesFor(...args).flatMap(({ name, isMet }) => (isMet ? [] : [name]));

describe('the password rules', () => {
  it.each([
    ['', ['ruleLength', 'ruleCharacters', 'ruleAddress']],
    ['Short_1', ['ruleLength']],
    ['Long_enough_1', []],
    ['A_password_of_21_char', ['ruleLength']],
    ['With space 1', ['ruleCharacters']],
    ['סיסמה_ארוכה', ['ruleCharacters']],
    ['danacohen1', ['ruleAddress']],
    ['danacohen_has_1_more', []],
  ])('of the classic policy violated by %j are %j', (password, names) => {
    expect(unmetRules(classic, password, 'danacohen@example.test')).toEqual(names);
  });

  it('of the strong policy only require a length, counted in characters instead of code units', () => {
    expect(unmetRules(strong, 'סיסמה ארוכה מאוד', '')).toEqual([]);
    expect(unmetRules(strong, '🌲🌲🌲🌲🌲🌲', '')).toEqual(['ruleLength']);
    expect(rulesFor(strong, 'x', '').map(({ name }) => name)).toEqual([
      'ruleLength',
      'ruleAddress',
    ]);
  });
});

describe('the password strength', () => {
  it.each([
    ['aaaaaaaaaaaaaaaa', 'strengthWeak'],
    ['abcdefgh12345678', 'strengthWeak'],
    ['Abc12345', 'strengthWeak'],
    ['tqz7Kfw2', 'strengthFair'],
    ['tqz7Kfw2_Rb', 'strengthGood'],
    ['tqz7Kfw2_RbX9mLd', 'strengthStrong'],
  ])('of %s is %s', (password, strength) => expect(strengthOf(password)).toBe(strength));
});
