import { describe, expect, it } from 'vitest';
import { text } from './endpoint.ts';
import { positiveAmount } from './fields/money.ts';
import { messageIn } from './fields/schemaMessage.ts';

describe('guest text', () => {
  const name = text({ min: 2, max: 10 });

  it.each(['ab', '𐀀𐀀', '  ab  '])('accepts %j, trimmed', (value) => {
    expect(name.parse(value)).toBe(value.trim());
  });

  it.each([
    ['a character that is two units of a string, as the database counts it as one', '𐀀'],
    ['spaces', '   '],
    ['more than there is room for', 'abcdefghijk'],
    ['a control character', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800'],
  ])('rejects %s', (_case, value) => {
    expect(name.safeParse(value).success).toBe(false);
  });
});

it('reports that a required text is empty, and the minimum length if it is too short', () => {
  const problemOf = (min: number, value: string) =>
    text({ min, max: 10 }).safeParse(value).error?.issues[0]?.message;
  expect([problemOf(1, ' '), problemOf(3, 'ab')]).toEqual([
    'This field is required.',
    'Enter at least 3 characters.',
  ]);
  expect(messageIn('This field is required.', 'he')).toBe('שדה חובה.');
});

it.each([
  ['-5', 'Enter an amount above zero, for example 25 or 10.50.'],
  ['0.00', 'Enter an amount above zero, for example 25 or 10.50.'],
  ['1e308', 'Enter an amount above zero, for example 25 or 10.50.'],
  ['9'.repeat(13), 'Enter up to twelve digits, and up to four after the decimal point.'],
  ['1.00001', 'Enter up to twelve digits, and up to four after the decimal point.'],
  ['25.5', undefined],
])('an amount of %s is displayed as: %s', (amount, problem) => {
  expect(positiveAmount.safeParse(amount).error?.issues[0]?.message).toBe(problem);
});
