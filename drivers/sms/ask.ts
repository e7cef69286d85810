import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Ask, SmsFailure } from './port.ts';

const silenceMs = 20_000;
const maxAnswerBytes = 64 * 1024;

/** Asks once, follows no redirect, reads a bounded answer. `lookup` may refuse where a name leads by failing. */
export function httpAsk(lookup?: LookupFunction): Ask {
  return ({ method, address, headers, body }) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    const away = (error: Error) => reject(new SmsFailure(`The provider cannot be reached: ${error.message}`, false, { cause: error }));
    const url = new URL(address);
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { 'user-agent': 'portal', ...headers, ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
      agent: false,
      timeout: silenceMs,
      signal: AbortSignal.timeout(2 * silenceMs),
      ...(lookup ? { lookup } : {}),
    });
    request.once('timeout', () => request.destroy(new Error(`nothing heard for ${silenceMs / 1000} s`)));
    request.once('error', away);
    request.once('response', (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > maxAnswerBytes) response.destroy(new Error('its answer is too long'));
        else parts.push(part);
      });
      response.once('error', away);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    request.end(body ?? undefined);
    return promise;
  };
}

/** What an answer of class 4xx or 5xx means: 408, 429 and 5xx pass, 401 and 403 may be mended, the rest is final. */
export const isPermanentStatus = (status: number): boolean => status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
