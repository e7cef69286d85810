import type { VendorAccess } from '../http/port.ts';
import { vendorHttp } from '../http/vendorHttp.ts';
import { TaxAuthorityFailure } from './port.ts';

/** The authority responds slowly on the last day of a month. */
const limits = { timeoutMs: 30_000, maxAnswerBytes: 256 * 1024, perSecond: 10 };

/** Sends this port's HTTP requests. Throws kind `away` when no response arrived. */
export const createHttpSend = (access?: VendorAccess) =>
  vendorHttp(
    { ...limits, fail: (problem, cause) => new TaxAuthorityFailure('away', problem, { cause }) },
    access,
  );
