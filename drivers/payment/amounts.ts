import { problem } from '../problem.ts';
import { type Money, PaymentFailure } from './port.ts';

/** `10.5` with two digits → `1050`. Throws kind `refused` for an amount with more decimals. */
export function toMinor({ amount, currency, digits }: Money): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const significantDigits = fraction.replace(/0+$/, '');
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(significantDigits) || significantDigits.length > digits)
    throw new PaymentFailure(
      'refused',
      problem('amountFiner', { amount: `${amount} ${currency}` }),
    );
  return BigInt(whole + significantDigits.padEnd(digits, '0')).toString();
}

/** `1050` with two digits → `10.5`. Values that aren't integers are invalid. */
export function fromMinor(minor: unknown, digits: number): string {
  if (!Number.isSafeInteger(minor)) throw new PaymentFailure('refused', problem('amountNotWhole'));
  const text = String(Math.abs(minor as number)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  return plain(
    `${(minor as number) < 0 ? '-' : ''}${whole}${digits > 0 ? `.${text.slice(text.length - digits)}` : ''}`,
  );
}

/** `10.50` → `10.5`, `10.00` → `10`. */
export const plain = (amount: string): string =>
  amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;

/** `10.5` with two digits → `10.50`. */
export function formatFixed(money: Money): string {
  const minor = toMinor(money).padStart(money.digits + 1, '0');
  const offset = minor.length - money.digits;
  return money.digits === 0 ? minor : `${minor.slice(0, offset)}.${minor.slice(offset)}`;
}
