import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyPercent, hundredthsOf, isPrice } from './percent.ts';

it.each([
  ['0.009', '7.5', '0.009675'],
  ['5.4', '-10', '4.86'],
  ['0.00006', '33.33', '0.00008'],
  ['0.00000001', '49.99', '0.00000001'],
  ['0.00000001', '50', '0.00000002'],
  ['12', '-100', '0'],
  ['12', '0', '12'],
  ['2.70', '0', '2.7'],
  ['999999', '1000', '999999'],
  ['', '10', ''],
  ['1e3', '10', '1e3'],
])('%j changed by %s percent is %j', (price, percent, expected) => {
  expect(applyPercent(price, hundredthsOf(percent) as bigint)).toBe(expected);
});

it.each(['-100.01', '1000.01', '1.234', 'NaN', '1e2', '', '٥'])(
  '%j isn’t a percentage',
  (percent) => {
    expect(hundredthsOf(percent)).toBeNull();
  },
);

it('any price changed by any percentage is a price, and a higher price never becomes lower', () => {
  const price = fc
    .tuple(fc.nat(999_999), fc.nat(99_999_999))
    .map(([digits, fraction]) => `${digits}.${String(fraction).padStart(8, '0')}`);
  fc.assert(
    fc.property(price, fc.bigInt(-10_000n, 100_000n), (before, hundredths) => {
      const after = applyPercent(before, hundredths);
      expect(isPrice(after)).toBe(true);
      if (hundredths >= 0n) expect(Number(after)).toBeGreaterThanOrEqual(Number(before));
    }),
  );
});
