import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DriverError, type Problem, unreachable } from '../problem.ts';
import type { HttpSend, VendorAccess, VendorRequest, VendorResponse } from './port.ts';
import { sendOnce } from './request.ts';

/** HTTP settings of a port. */
interface VendorHttp {
  timeoutMs: number;
  maxAnswerBytes: number;
  /** The maximum average number of requests per second to one host. */
  perSecond: number;
  /** Creates the port's failure for a missing response. */
  fail(problem: Problem, cause: unknown): Error;
}

/** The pauses before a repeatable request is sent again, in ms. */
const pausesMs: readonly number[] = [200, 800];
/** A longer `Retry-After` is left to the caller. ms */
const maxPauseMs = 3_000;
/**
 * Whether a response is temporary: from a gateway or an overloaded service, or a 429 that says when
 * to retry.
 */
const isTransient = ({ status, headers }: VendorResponse): boolean =>
  [502, 503, 504].includes(status) || (status === 429 && headers['retry-after'] !== undefined);

const isRepeatable = ({ method, isRepeatable: isDeclared }: VendorRequest): boolean =>
  isDeclared ?? method === 'GET';

/**
 * Whether an error can be temporary. A timeout was already long enough to wait, but any other
 * connection error may be gone in a moment.
 */
const canRetry = (error: Error): boolean =>
  error.name !== 'TimeoutError' && !(error instanceof DriverError);

/** Creates the HTTP function of a port, with limits, rate limiting, retries and recording. */
export function vendorHttp(port: VendorHttp, access: VendorAccess = {}): HttpSend {
  const attempt = async (
    request: VendorRequest,
    url: URL,
    lookup: LookupFunction | undefined,
  ): Promise<VendorResponse> => {
    await access.enter?.(url.host, port.perSecond);
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    try {
      const response = await sendOnce(request, { ...port, lookup });
      access.record?.({ request, response, problem: null, durationMs: durationMs() });
      return response;
    } catch (error) {
      const found = unreachable(url.host, error as Error);
      access.record?.({ request, response: null, problem: found, durationMs: durationMs() });
      throw error;
    }
  };
  return async (request) => {
    const url = new URL(request.address);
    const lookup = access.lookupFor?.(url);
    const pauses = isRepeatable(request) ? [...pausesMs] : [];
    for (;;) {
      const pauseMs = pauses.shift();
      let minDelayMs = 0;
      try {
        const response = await attempt(request, url, lookup);
        minDelayMs = retryAfterMs(response);
        const isLast = pauseMs === undefined || minDelayMs > maxPauseMs;
        if (isLast || !isTransient(response)) return response;
      } catch (error) {
        if (pauseMs === undefined || !canRetry(error as Error))
          throw port.fail(unreachable(url.host, error as Error), error);
      }
      await sleep(Math.max(minDelayMs, (pauseMs ?? 0) * (0.5 + Math.random())));
    }
  };
}

/**
 * How long to wait before the next request (RFC 9110, 10.2.3), in ms. 0 if the vendor doesn't say.
 */
function retryAfterMs({ headers }: VendorResponse): number {
  const value = headers['retry-after'] ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
