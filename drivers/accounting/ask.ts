import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { AccountingFailure, type Ask } from './port.ts';

const timeoutMs = 20_000;
const maxAnswerBytes = 64 * 1024;

/** Asks once and follows no redirect. `lookup` may refuse where a name leads by failing. Throws kind `away` when no answer came. */
export function httpAsk(lookup?: LookupFunction): Ask {
  return async ({ method, address, headers, body }) => {
    const url = new URL(address);
    const client = url.protocol === 'https:' ? https : http;
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    const away = (error: Error) =>
      reject(new AccountingFailure('away', `${url.host} cannot be reached: ${error.message}`, { cause: error }));
    const request = client.request(url, {
      method,
      headers: { 'user-agent': 'portal', ...headers, ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(lookup ? { lookup } : {}),
    });
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
    return await promise;
  };
}
