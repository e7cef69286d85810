import Big from 'big.js';

/**
 * Exact calculation with decimal numbers as text, as PostgreSQL's `numeric` writes them. Never
 * through a float. Results have no zeros at the end. Throws for text that is no decimal number.
 */

/** All of them added. '0' for none. */
export const sum = (...terms: readonly string[]): string =>
  terms.reduce((total, term) => total.plus(term), new Big(0)).toFixed();

/** All of them multiplied. '1' for none. */
export const product = (...factors: readonly string[]): string =>
  factors.reduce((total, factor) => total.times(factor), new Big(1)).toFixed();

/** Rounded to this many digits after the point, half away from zero. */
export const rounded = (text: string, digits: number): string =>
  new Big(text).round(digits, Big.roundHalfUp).toFixed();

/** A percentage of an amount, rounded: `9.99` and `2.5` with 2 digits give `0.25`. */
export const shareOf = (amount: string, percent: string, digits: number): string =>
  rounded(product(amount, percent, '0.01'), digits);

/** Whether two texts are the same number. */
export const isSameNumber = (one: string, other: string): boolean => new Big(one).eq(other);

/** In units with this many digits: `1.05` with two is 105. Throws if there are more digits. */
export const unitsOf = (text: string, digits: number): bigint =>
  BigInt(new Big(text).times(`1e${digits}`).toFixed());

/** Units with this many digits, as a number: 105 with two is `1.05`. */
export const fromUnits = (units: bigint, digits: number): string =>
  new Big(units.toString()).times(`1e-${digits}`).toFixed();

/** With at least this many digits after the point, for display: `2.5` with 2 is `2.50`. */
export function padded(text: string, digits: number): string {
  const [, fraction = ''] = text.split('.');
  return new Big(text).toFixed(Math.max(digits, fraction.length));
}
