import Big from 'big.js';

/**
 * Exact calculations with decimal numbers as text, in the format of PostgreSQL's `numeric`, without
 * floats. Results have no trailing zeros. Throws if the text isn't a decimal number.
 */

/** The sum of the terms. '0' if there are none. */
export const sum = (...terms: readonly string[]): string =>
  terms.reduce((total, term) => total.plus(term), new Big(0)).toFixed();

/** The product of the factors. '1' if there are none. */
export const product = (...factors: readonly string[]): string =>
  factors.reduce((total, factor) => total.times(factor), new Big(1)).toFixed();

/** Rounds to this many decimal places, half away from zero. */
export const rounded = (text: string, digits: number): string =>
  new Big(text).round(digits, Big.roundHalfUp).toFixed();

/** A percentage of an amount, rounded: `9.99` and `2.5` with 2 digits give `0.25`. */
export const shareOf = (amount: string, percent: string, digits: number): string =>
  rounded(product(amount, percent, '0.01'), digits);

/** Whether both texts represent the same number. */
export const isSameNumber = (one: string, other: string): boolean => new Big(one).eq(other);

/**
 * Converts to units with this many decimal places: `1.05` with 2 is 105. Throws if the text has
 * more decimal places.
 */
export const unitsOf = (text: string, digits: number): bigint =>
  BigInt(new Big(text).times(`1e${digits}`).toFixed());

/** Converts from units with this many decimal places: 105 with 2 is `1.05`. */
export const fromUnits = (units: bigint, digits: number): string =>
  new Big(units.toString()).times(`1e-${digits}`).toFixed();

/** Pads to at least this many decimal places for display: `2.5` with 2 is `2.50`. */
export function padded(text: string, digits: number): string {
  const [, fraction = ''] = text.split('.');
  return new Big(text).toFixed(Math.max(digits, fraction.length));
}
