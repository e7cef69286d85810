import type { LookupFunction } from 'node:net';
import { askOnce } from '../ask.ts';
import { type Ask, SmsFailure } from './port.ts';

const limits = { timeoutMs: 20_000, maxAnswerBytes: 64 * 1024 };

/** Asks once. `lookup` may refuse where a name leads by failing. */
export const httpAsk =
  (lookup?: LookupFunction): Ask =>
  (question) =>
    askOnce(question, { ...limits, lookup }).catch((error: Error) => {
      throw new SmsFailure(`The provider cannot be reached: ${error.message}`, false, {
        cause: error,
      });
    });

/** The provider didn't accept the message. `reason`: what it answered. */
export const failureOfAnswer = (
  { status, headers }: Awaited<ReturnType<Ask>>,
  reason: string,
): SmsFailure =>
  new SmsFailure(reason, isPermanentStatus(status), {
    status,
    retryAfter: headers?.['retry-after'] ?? null,
  });

/**
 * Meaning of a 4xx or 5xx response: 408, 429, and 5xx are temporary, 401 and 403 may be fixed, the
 * rest is permanent.
 */
const isPermanentStatus = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
