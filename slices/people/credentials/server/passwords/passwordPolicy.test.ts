import { expect, it } from 'vitest';
import { firstPasswordProblem } from './passwordPolicy.ts';

const classicRule = 'must be 8 to 20 characters long, of letters, digits and underscore alone.';
const guessable =
  'must not be among what is guessed first: well-known ones, runs of neighbours, words of the address.';

it.each([
  ['short', classicRule],
  ['a right password!', classicRule],
  ['a'.repeat(21), classicRule],
  ['password1', guessable],
  ['operator_1', guessable],
  ['A_right_password_1', null],
])(
  'the first password %s is checked against the default policy of a site: %s',
  (password, problem) => {
    expect(firstPasswordProblem(password, ['operator@example.test'])).toBe(problem);
  },
);

it('the first password is checked against a stricter policy if the site has one', () => {
  expect(firstPasswordProblem('A_right_one', [], 'strong')).toBe(
    'must be 12 to 128 characters long.',
  );
  expect(firstPasswordProblem('a right password, long enough', [], 'strong')).toBeNull();
});
