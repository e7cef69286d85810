import type { VendorAccess } from '../http/port.ts';
import { vendorHttp } from '../http/vendorHttp.ts';
import { SocialFailure } from './port.ts';

const limits = { timeoutMs: 10_000, maxAnswerBytes: 512 * 1024, perSecond: 50 };

/** Sends this port's HTTP requests. Throws kind `away` when no response arrived. */
export const createHttpSend = (access?: VendorAccess) =>
  vendorHttp(
    { ...limits, fail: (problem, cause) => new SocialFailure('away', problem, { cause }) },
    access,
  );
