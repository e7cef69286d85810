const pricePattern = /^\d{1,6}(\.\d{1,8})?$/;
const percentPattern = /^(-?)(\d{1,4})(?:\.(\d{1,2}))?$/;
const scale = 100_000_000n;
const fullShare = 10_000n;

/**
 * Whether the text is a valid price: not negative, below a million, with at most eight decimals.
 */
export const isPrice = (text: string): boolean => pricePattern.test(text);

/** Hundredths of a percent from exact text between -100 and 1000. Null for any other text. */
export function hundredthsOf(percent: string): bigint | null {
  const [, sign, digits, fraction = ''] = percentPattern.exec(percent.trim()) ?? [];
  if (digits === undefined) return null;
  const value = BigInt(digits + fraction.padEnd(2, '0')) * (sign ? -1n : 1n);
  return value < -fullShare || value > 10n * fullShare ? null : value;
}

/**
 * Changes a price by hundredths of a percent, exactly, then rounds it half up to eight decimals,
 * without trailing zeros. Returns text unchanged if it isn't a price or if the result would be a
 * million or more.
 */
export function applyPercent(price: string, hundredths: bigint): string {
  if (!isPrice(price)) return price;
  const [digits = '', fraction = ''] = price.split('.');
  const units = BigInt(digits) * scale + BigInt(fraction.padEnd(8, '0'));
  const changed = (2n * units * (fullShare + hundredths) + fullShare) / (2n * fullShare);
  if (changed >= 1_000_000n * scale) return price;
  const decimals = (changed % scale).toString().padStart(8, '0').replace(/0+$/, '');
  return decimals === '' ? `${changed / scale}` : `${changed / scale}.${decimals}`;
}
