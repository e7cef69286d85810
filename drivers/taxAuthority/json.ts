import { say } from '../words.ts';
import { TaxAuthorityFailure } from './port.ts';

/** Safe access to an untrusted response: each step may be missing. */
export interface Answered {
  at(key: string): Answered;
  /**
   * Also of a number, digit by digit as it came: long ones lose their end as numbers. '' of
   * anything else.
   */
  text(): string;
  isTrue(): boolean;
  list(): Answered[];
}

class SourceNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

function answered(value: unknown): Answered {
  return {
    at: (key) => answered((value as Record<string, unknown> | null | undefined)?.[key]),
    text: () =>
      value instanceof SourceNumber ? value.digits : typeof value === 'string' ? value : '',
    isTrue: () => value === true,
    list: () => (Array.isArray(value) ? value.map(answered) : []),
  };
}

const keepDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? new SourceNumber(context?.source ?? String(value)) : value;

/** An answer that is no JSON is an empty one. */
export function parsed(text: string): Answered {
  try {
    return answered(JSON.parse(text, keepDigits));
  } catch {
    return answered(null);
  }
}

/** What the authority said, in one short line. */
export const said = (...words: string[]): string =>
  words.filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, 300);

/**
 * The authority takes doubles for money: only what one holds exactly is written as one. Throws kind
 * `invalid`.
 */
export function doubleOf(amount: string, field: string): number {
  const written = Number(amount);
  const [whole = '', fraction = ''] = amount.split('.');
  const plain = `${whole.replace(/^(-?)0+(?=\d)/, '$1')}${fraction.replace(/0+$/, '') ? `.${fraction.replace(/0+$/, '')}` : ''}`;
  if (!/^-?\d+(\.\d+)?$/.test(amount) || String(written) !== plain)
    throw new TaxAuthorityFailure('invalid', say('amountUntold', { amount }), { field });
  return written;
}

/** Tax numbers are integers there. '' and letters are invalid. Throws kind `invalid`. */
export function integerOf(number: string, field: string): number {
  if (!/^\d{1,15}$/.test(number))
    throw new TaxAuthorityFailure('invalid', say('digitsNeeded', { number }), { field });
  return Number(number);
}
