/**
 * A decimal number as a text, taken apart: `units` of so many digits after the point. Never through
 * a float.
 */
function exactly(text: string): { units: bigint; digits: number } {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`${text} is no decimal number.`);
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, digits: fraction.length };
}

function written(units: bigint, digits: number): string {
  const all = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const text =
    digits === 0 ? all : `${all.slice(0, -digits)}.${all.slice(-digits)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}

/** In units of so many digits: 1.05 is 105 of two. Throws when there are more. */
export function unitsOf(text: string, digits: number): bigint {
  const { units, digits: own } = exactly(rounded(text, digits));
  if (!isSameNumber(rounded(text, digits), text))
    throw new Error(`${text} has more than ${digits} digits.`);
  return units * 10n ** BigInt(digits - own);
}

/** So many units as they are written, without zeros at the end. */
export const fromUnits = (units: bigint, digits: number): string => written(units, digits);

/** All of them multiplied, exactly, without zeros at its end. */
export function product(...factors: readonly string[]): string {
  let [units, digits] = [1n, 0];
  for (const factor of factors.map(exactly)) {
    units *= factor.units;
    digits += factor.digits;
  }
  return written(units, digits);
}

/** To so many digits, halves away from zero, without zeros at its end. */
export function rounded(text: string, to: number): string {
  const { units, digits } = exactly(text);
  if (digits <= to) return written(units, digits);
  const divisor = 10n ** BigInt(digits - to);
  const half = units < 0n ? -divisor / 2n : divisor / 2n;
  return written((units + half) / divisor, to);
}

/** Whether two texts are the same number. */
export const isSameNumber = (one: string, other: string): boolean =>
  product(one) === product(other);
