import type { Amount } from './model.ts';

/** With two decimals, as the standard requires. */
export function writeAmount(amount: Amount): string {
  const cents = (amount < 0n ? -amount : amount) / 100n;
  return `${amount < 0n ? '-' : ''}${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/** With all its digits, and at least two decimals. */
export function writePrice(price: string): string {
  const [whole = '0', fraction = ''] = price.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/**
 * An IBAN begins with a country code and two digits (ISO 13616). Other account numbers are written
 * in the bank's own format.
 */
export const isIban = (account: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(account);
