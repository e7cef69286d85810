import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { DriverError, problem } from '../problem.ts';
import type { VendorRequest, VendorResponse } from './port.ts';

interface RequestLimits {
  /** How the name is resolved. Default: by the system. */
  lookup?: LookupFunction | undefined;
  timeoutMs: number;
  maxAnswerBytes: number;
}

/**
 * Sends one request, once and without following redirects. Rejects with Node's own error, or with
 * `DriverError` if the response is too long.
 */
export function sendOnce(
  { method, address, headers, body }: VendorRequest,
  { lookup, timeoutMs, maxAnswerBytes }: RequestLimits,
): Promise<VendorResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<VendorResponse>();
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
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxAnswerBytes) response.destroy(new DriverError(problem('tooLong')));
      else chunks.push(chunk);
    });
    response.once('error', reject);
    response.once('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: plainHeaders(response.headers),
        text: Buffer.concat(chunks).toString(),
      }),
    );
  });
  request.end(body ?? undefined);
  return promise;
}

const plainHeaders = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
