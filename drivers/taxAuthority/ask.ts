import type { LookupFunction } from 'node:net';
import { askOnce } from '../ask.ts';
import { say, whyUnreachable } from '../words.ts';
import { type Ask, TaxAuthorityFailure } from './port.ts';

/** The authority takes its time on the last day of a month. */
const limits = { timeoutMs: 30_000, maxAnswerBytes: 256 * 1024 };

/**
 * Asks once. `lookup` may refuse where a name leads by failing. Throws kind `away` when no answer
 * came.
 */
export const httpAsk =
  (lookup?: LookupFunction): Ask =>
  (question) =>
    askOnce(question, { ...limits, lookup }).catch((error: Error) => {
      const words = say('unreachable', {
        host: new URL(question.address).host,
        detail: whyUnreachable(error),
      });
      throw new TaxAuthorityFailure('away', words, { cause: error });
    });
