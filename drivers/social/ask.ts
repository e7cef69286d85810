import type { LookupFunction } from 'node:net';
import { askOnce } from '../ask.ts';
import { type Ask, SocialFailure } from './port.ts';

const limits = { timeoutMs: 10_000, maxAnswerBytes: 512 * 1024 };

/**
 * Looks at an address before it is asked: gives how its name is looked up, or throws
 * `SocialFailure` of kind `addressRefused`.
 */
export type Gate = (url: URL) => LookupFunction | undefined;

/** Asks once. Every address passes the gate, also those a provider named itself. */
export function httpAsk(gate: Gate): Ask {
  return async (url, question) => {
    const lookup = gate(url);
    return await askOnce({ address: url, ...question }, { ...limits, lookup }).catch(
      (error: Error) => {
        if (error.cause instanceof SocialFailure) throw error.cause;
        throw new SocialFailure('away', `${url.host} does not answer: ${error.message}`, {
          cause: error,
        });
      },
    );
  };
}
