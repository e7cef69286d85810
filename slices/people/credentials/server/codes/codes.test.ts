import { expect, it } from 'vitest';
import { codeDigest, normalizeCode } from './codes.ts';

it.each([
  ['a space', '123 456'],
  ['a hyphen', '123-456'],
  ['a dash', '123–456'],
  ['a no-break space', '123\u00a0456'],
  ['a line break', '123456\n'],
  ['full-width digits', '１２３４５６'],
  ['Arabic-Indic digits', '١٢٣٤٥٦'],
  ['Persian digits', '۱۲۳ ۴۵۶'],
  ['Devanagari digits', '१२३४५६'],
  ['direction marks', '\u200f123456\u200e'],
])('a code with %s is read as the same code', (_case, input) => {
  expect(normalizeCode(input)).toBe('123456');
  expect(codeDigest('salt', input)).toEqual(codeDigest('salt', '123456'));
});

it('keeps the value of every digit', () => {
  expect(normalizeCode('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789');
  expect(normalizeCode('๐๑๒๓๔๕๖๗๘๙')).toBe('0123456789');
});

it('a recovery code is accepted without its hyphen and in either case', () => {
  expect(normalizeCode(' ABCDE-fgh23 ')).toBe('abcdefgh23');
});
