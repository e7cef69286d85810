/** Exact decimal text as whole units of its last decimal. */
function units(amount: string, decimals: number): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const value = BigInt(whole + part.padEnd(decimals, '0').slice(0, decimals));
  return amount.startsWith('-') ? -value : value;
}

function written(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}

const decimals = 4;

export const addAmounts = (a: string, b: string): string =>
  written(units(a, decimals) + units(b, decimals), decimals);

/** With all decimals of its currency, for display: `2.5` with 2 decimals is `2.50`. */
export function shown(amount: string, digits: number): string {
  const [whole = '0', part = ''] = amount.split('.');
  return part.length >= digits ? amount : `${whole}.${part.padEnd(digits, '0')}`;
}

/**
 * So many percent (at most three decimals) of an amount, in the smallest coin, halves upwards:
 * `9.99` and `2.5` of 2 decimals give `0.25`.
 */
export function shareOf(amount: string, percent: string, digits: number): string {
  // Of amounts with four decimals and percent with three, in hundreds: nine decimals in all.
  const exact = units(amount, decimals) * units(percent, 3);
  const coin = 10n ** BigInt(decimals + 5 - digits);
  return written((exact + coin / 2n) / coin, digits);
}
