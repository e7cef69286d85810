import type { LookupFunction } from 'node:net';
import { askOnce } from '../ask.ts';
import { say, whyUnreachable } from '../words.ts';
import { AccountingFailure, type Ask } from './port.ts';

const limits = { timeoutMs: 20_000, maxAnswerBytes: 64 * 1024 };

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
      throw new AccountingFailure('away', words, { cause: error });
    });
