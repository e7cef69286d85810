import type { VendorAccess, VendorResponse } from '../http/port.ts';
import { vendorHttp } from '../http/vendorHttp.ts';
import { statusProblem } from '../problem.ts';
import { SmsFailure } from './port.ts';

const limits = { timeoutMs: 20_000, maxAnswerBytes: 64 * 1024, perSecond: 20 };

/** Sends this port's HTTP requests. */
export const createHttpSend = (access?: VendorAccess) =>
  vendorHttp(
    { ...limits, fail: (problem, cause) => new SmsFailure(problem, false, { cause }) },
    access,
  );

/**
 * The provider didn't accept the message. `reason`: the provider's reason, or ''. `code`: its own
 * error number, or ''.
 */
export const failureOfAnswer = (
  { status, headers }: VendorResponse,
  reason: string,
  code = '',
): SmsFailure =>
  new SmsFailure(
    statusProblem(code ? `${status} (${code})` : status, reason),
    isPermanentStatus(status),
    {
      status,
      retryAfter: headers['retry-after'] ?? null,
    },
  );

/**
 * Whether a 4xx or 5xx response is permanent. 408, 429 and 5xx are temporary, 401 and 403 can be
 * fixed, and the rest is permanent.
 */
const isPermanentStatus = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
