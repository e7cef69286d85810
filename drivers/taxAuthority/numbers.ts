import { problem } from '../problem.ts';
import { TaxAuthorityFailure } from './port.ts';

/**
 * The authority uses doubles for amounts, so only amounts that a double represents exactly are
 * allowed. Throws kind `invalid`.
 */
export function doubleOf(amount: string, field: string): number {
  const rounded = Number(amount);
  const [whole = '', fraction = ''] = amount.split('.');
  const plain = `${whole.replace(/^(-?)0+(?=\d)/, '$1')}${fraction.replace(/0+$/, '') ? `.${fraction.replace(/0+$/, '')}` : ''}`;
  if (!/^-?\d+(\.\d+)?$/.test(amount) || String(rounded) !== plain)
    throw new TaxAuthorityFailure('invalid', problem('amountUntold', { amount }), { field });
  return rounded;
}

/**
 * The authority uses integers for tax numbers. '' and letters are invalid. Throws kind `invalid`.
 */
export function integerOf(number: string, field: string): number {
  if (!/^\d{1,15}$/.test(number))
    throw new TaxAuthorityFailure('invalid', problem('digitsNeeded', { number }), { field });
  return Number(number);
}
