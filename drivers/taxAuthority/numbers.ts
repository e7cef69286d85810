import { problem } from '../problem.ts';
import { TaxAuthorityFailure } from './port.ts';

/**
 * The authority takes doubles for money: only what one holds exactly is written as one. Throws kind
 * `invalid`.
 */
export function doubleOf(amount: string, field: string): number {
  const written = Number(amount);
  const [whole = '', fraction = ''] = amount.split('.');
  const plain = `${whole.replace(/^(-?)0+(?=\d)/, '$1')}${fraction.replace(/0+$/, '') ? `.${fraction.replace(/0+$/, '')}` : ''}`;
  if (!/^-?\d+(\.\d+)?$/.test(amount) || String(written) !== plain)
    throw new TaxAuthorityFailure('invalid', problem('amountUntold', { amount }), { field });
  return written;
}

/** Tax numbers are integers there. '' and letters are invalid. Throws kind `invalid`. */
export function integerOf(number: string, field: string): number {
  if (!/^\d{1,15}$/.test(number))
    throw new TaxAuthorityFailure('invalid', problem('digitsNeeded', { number }), { field });
  return Number(number);
}
