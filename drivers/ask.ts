import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { say } from './words.ts';

export interface Question {
  method: string;
  address: string | URL;
  headers: Record<string, string>;
  body: string | null;
}

export interface Answered {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
}

export interface AskLimits {
  /**
   * How a name is looked up; it may refuse where that leads by failing. Left out: as the machine
   * does.
   */
  lookup?: LookupFunction | undefined;
  timeoutMs: number;
  maxAnswerBytes: number;
}

/**
 * HTTP requests of drivers: a single attempt without redirects, with limits on response size and
 * time. Rejects with Node's own error, or one that reports that the response is too long.
 */
export function askOnce(
  { method, address, headers, body }: Question,
  { lookup, timeoutMs, maxAnswerBytes }: AskLimits,
): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const url = new URL(address);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method,
    headers: {
      'user-agent': 'portal',
      ...headers,
      ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...(lookup ? { lookup } : {}),
  });
  request.once('error', reject);
  request.once('response', (response) => {
    const parts: Buffer[] = [];
    let size = 0;
    response.on('data', (part: Buffer) => {
      size += part.length;
      if (size > maxAnswerBytes) response.destroy(new Error(say('tooLong')));
      else parts.push(part);
    });
    response.once('error', reject);
    response.once('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: plainHeaders(response.headers),
        text: Buffer.concat(parts).toString(),
      }),
    );
  });
  request.end(body ?? undefined);
  return promise;
}

const plainHeaders = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
