import type { LookupFunction } from 'node:net';
import { askOnce } from '../ask.ts';
import { type Ask, TaxAuthorityFailure } from './port.ts';

/** The authority takes its time on the last day of a month. */
const limits = { timeoutMs: 30_000, maxAnswerBytes: 256 * 1024 };

/** Asks once. `lookup` may refuse where a name leads by failing. Throws kind `away` when no answer came. */
export const httpAsk =
  (lookup?: LookupFunction): Ask =>
  (question) =>
    askOnce(question, { ...limits, lookup }).catch((error: Error) => {
      throw new TaxAuthorityFailure('away', `${new URL(question.address).host} cannot be reached: ${error.message}`, { cause: error });
    });
