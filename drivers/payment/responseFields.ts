import type { JsonReader } from '../http/json.ts';
import { problem } from '../problem.ts';
import { PaymentFailure } from './port.ts';

/**
 * A field that every valid response contains, such as its type. Without it the result is unknown
 * and the request is retried. Throws kind `away`.
 */
export function requireText(part: JsonReader): string {
  if (part.text() === '') throw new PaymentFailure('away', problem('otherAnswer'));
  return part.text();
}

/**
 * The page that the payer is redirected to. Only web pages are allowed, not URLs that a browser
 * would execute. Throws kind `away`.
 */
export function pageUrl(address: JsonReader): string {
  const page = URL.canParse(address.text()) ? new URL(address.text()) : null;
  if (page?.protocol !== 'https:' && page?.protocol !== 'http:')
    throw new PaymentFailure('away', problem('noPage'));
  return page.href;
}
