/** Exact fractions of integers, to verify the database's calculations independently. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

export const zero: Fraction = { numerator: 0n, denominator: 1n };

export function fraction(text: string | number | bigint, denominator = 1n): Fraction {
  const [whole = '0', decimals = ''] = String(text).split('.');
  return {
    numerator: BigInt(whole + decimals),
    denominator: 10n ** BigInt(decimals.length) * denominator,
  };
}

/**
 * Keeps a common denominator. Otherwise the sum of a year's hours would have a denominator with
 * thousands of digits.
 */
export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.denominator === b.denominator
    ? { numerator: a.numerator + b.numerator, denominator: a.denominator }
    : {
        numerator: a.numerator * b.denominator + b.numerator * a.denominator,
        denominator: a.denominator * b.denominator,
      };

export const minus = (a: Fraction, b: Fraction): Fraction =>
  plus(a, { ...b, numerator: -b.numerator });

export const multiply = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

export const isGreater = (a: Fraction, b: Fraction): boolean =>
  a.numerator * b.denominator > b.numerator * a.denominator;
export const larger = (a: Fraction, b: Fraction): Fraction => (isGreater(a, b) ? a : b);
export const smaller = (a: Fraction, b: Fraction): Fraction => (isGreater(a, b) ? b : a);

/** Rounds a non-negative fraction half up to this number of decimals. */
export function rounded(value: Fraction, decimals: number): Fraction {
  const scale = 10n ** BigInt(decimals);
  const doubled = 2n * value.numerator * scale + value.denominator;
  return { numerator: doubled / (2n * value.denominator), denominator: scale };
}

/** Formats with exactly this number of decimals. The value must not have more. */
export function decimalText(value: Fraction, decimals: number): string {
  const { numerator } = rounded(value, decimals);
  const digits = numerator.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
