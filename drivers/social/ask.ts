import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Answered, type Ask, SocialFailure } from './port.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 512 * 1024;

/** Looks at an address before it is asked: gives how its name is looked up, or throws `SocialFailure` of kind `addressRefused`. */
export type Gate = (url: URL) => LookupFunction | undefined;

/** Asks once, follows no redirect, reads a bounded answer. Every address passes the gate, also those a provider named itself. */
export function httpAsk(gate: Gate): Ask {
  return async (url, { method, headers, body }) => {
    const lookup = gate(url);
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const failed = (error: Error) =>
      reject(
        error.cause instanceof SocialFailure
          ? error.cause
          : new SocialFailure('away', `${url.host} does not answer: ${error.message}`, { cause: error }),
      );
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { 'user-agent': 'portal', ...headers, ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(lookup ? { lookup } : {}),
    });
    request.once('error', failed);
    request.once('response', (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > maxAnswerBytes) response.destroy(new Error('its answer is too long'));
        else parts.push(part);
      });
      response.once('error', failed);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: plainHeaders(response.headers), text: Buffer.concat(parts).toString() }),
      );
    });
    request.end(body ?? undefined);
    return await promise;
  };
}

const plainHeaders = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
