import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromUnits, isSameNumber, padded, product, rounded, sum, unitsOf } from './decimals.ts';

const units = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
const digits = fc.integer({ min: 0, max: 12 });

it('units survive formatting, and sums and products are exact', () =>
  fc.assert(
    fc.property(units, units, digits, (a, b, places) => {
      const [first, second] = [fromUnits(a, places), fromUnits(b, places)];
      expect(unitsOf(first, places)).toBe(a);
      expect(unitsOf(sum(first, second), places)).toBe(a + b);
      expect(unitsOf(product(first, second), 2 * places)).toBe(a * b);
      expect(first).not.toMatch(/e|\.\d*0$|^-0$/);
    }),
  ));

it.each([
  ['0.005', 2, '0.01'],
  ['-0.005', 2, '-0.01'],
  ['-0.004', 2, '0'],
  ['1.0050', 2, '1.01'],
  ['2.4999999999999999999', 0, '2'],
  ['100', 2, '100'],
])('%s to %d digits is %s', (text, places, expected) =>
  expect(rounded(text, places)).toBe(expected),
);

it.each([
  ['2.5', 2, '2.50'],
  ['2.505', 2, '2.505'],
  ['2.5000', 2, '2.5000'],
  ['7', 0, '7'],
  ['-1', 2, '-1.00'],
  ['123456789012345678901234567890.1', 2, '123456789012345678901234567890.10'],
])('%s displayed with %d digits is %s', (text, places, expected) =>
  expect(padded(text, places)).toBe(expected),
);

it('the same number can be written in several ways', () => {
  expect(isSameNumber('1.50', '1.5')).toBe(true);
  expect(isSameNumber('-0', '0')).toBe(true);
  expect(isSameNumber('1.5', '1.51')).toBe(false);
});

it.each(['', ' 1', '1,5', 'NaN'])('%j is rejected', (text) =>
  expect(() => product(text)).toThrow(),
);

it('rejects more digits than a unit has', () => expect(() => unitsOf('1.005', 2)).toThrow());
