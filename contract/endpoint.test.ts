import { describe, expect, it } from 'vitest';
import { text } from './endpoint.ts';
import { positiveAmount } from './money.ts';
import { saidIn } from './said.ts';

describe('text from outside', () => {
  const name = text({ min: 2, max: 10 });

  it.each(['ab', '𐀀𐀀', '  ab  '])('takes %j, trimmed', (value) => {
    expect(name.parse(value)).toBe(value.trim());
  });

  it.each([
    ['a character that is two units of a string, as the database counts it as one', '𐀀'],
    ['spaces', '   '],
    ['more than there is room for', 'abcdefghijk'],
    ['a control character', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800'],
  ])('refuses %s', (_what, value) => {
    expect(name.safeParse(value).success).toBe(false);
  });
});

it('says of an empty text that it must not be empty, of a short one how long it has to be', () => {
  const problemOf = (min: number, value: string) => text({ min, max: 10 }).safeParse(value).error?.issues[0]?.message;
  expect([problemOf(1, ' '), problemOf(3, 'ab')]).toEqual(['this must not be empty', 'at least 3 characters are needed']);
  expect(saidIn('this must not be empty', 'he')).toBe('אין להשאיר שדה זה ריק');
});

it.each([
  ['-5', 'an amount above zero such as 25 or 10.50 is needed'],
  ['0.00', 'an amount above zero such as 25 or 10.50 is needed'],
  ['1e308', 'an amount above zero such as 25 or 10.50 is needed'],
  ['9'.repeat(13), 'at most twelve digits, and four after the point'],
  ['1.00001', 'at most twelve digits, and four after the point'],
  ['25.5', undefined],
])('an amount of %s is told: %s', (amount, problem) => {
  expect(positiveAmount.safeParse(amount).error?.issues[0]?.message).toBe(problem);
});
