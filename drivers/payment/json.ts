import { say } from '../words.ts';
import { PaymentFailure } from './port.ts';

/** Safe access to an untrusted response: each step may be missing. */
export interface Answered {
  at(...path: (string | number)[]): Answered;
  /** '' when it is no text. */
  text(): string;
  number(): number | null;
  list(): Answered[];
  isThere(): boolean;
  value: unknown;
}

export function answered(value: unknown): Answered {
  return {
    value,
    at: (...path) =>
      answered(
        path.reduce<unknown>(
          (inner, key) => (inner as Record<string | number, unknown> | null | undefined)?.[key],
          value,
        ),
      ),
    text: () => (typeof value === 'string' ? value : ''),
    number: () => (typeof value === 'number' ? value : null),
    list: () => (Array.isArray(value) ? value.map(answered) : []),
    isThere: () => value !== undefined && value !== null,
  };
}

/** An answer that is no JSON is an empty one. */
export function parsed(text: string): Answered {
  try {
    return answered(JSON.parse(text));
  } catch {
    return answered(null);
  }
}

/**
 * A field that every valid response contains, such as its type. Without it the result is unknown
 * and the request is retried. Throws kind `away`.
 */
export function demanded(part: Answered): string {
  if (part.text() === '') throw new PaymentFailure('away', say('otherAnswer'));
  return part.text();
}

/** Where a payer is led: a page, and nothing that a browser would run. Throws kind `away`. */
export function pageAt(address: Answered): string {
  const page = URL.canParse(address.text()) ? new URL(address.text()) : null;
  if (page?.protocol !== 'https:' && page?.protocol !== 'http:')
    throw new PaymentFailure('away', say('noPage'));
  return page.href;
}

/** What a provider said, in one short line. */
export const said = (...words: string[]): string =>
  words.filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, 300);
