import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Ask, TaxAuthorityFailure } from './port.ts';

/** The authority takes its time on the last day of a month. */
const timeoutMs = 30_000;
const maxAnswerBytes = 256 * 1024;

/** Asks once and follows no redirect. `lookup` may refuse where a name leads by failing. Throws kind `away` when no answer came. */
export function httpAsk(lookup?: LookupFunction): Ask {
  return async ({ method, address, headers, body }) => {
    const url = new URL(address);
    const client = url.protocol === 'https:' ? https : http;
    const options = { method, headers: { 'user-agent': 'portal', ...headers }, agent: false, signal: AbortSignal.timeout(timeoutMs) };
    try {
      return await new Promise<{ status: number; text: string }>((resolve, reject) => {
        const request = client.request(url, lookup ? { ...options, lookup } : options);
        request.once('error', reject);
        request.once(
          'response',
          (response) => void readAll(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject),
        );
        request.end(body);
      });
    } catch (error) {
      throw new TaxAuthorityFailure('away', `${url.host} cannot be reached: ${(error as Error).message}`, { cause: error });
    }
  };
}

async function readAll(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxAnswerBytes) throw new Error('its answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
