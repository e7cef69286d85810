import { describe, expect, it } from 'vitest';
import { text } from './endpoint.ts';

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
