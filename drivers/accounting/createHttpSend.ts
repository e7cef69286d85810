import type { VendorAccess } from '../http/port.ts';
import { vendorHttp } from '../http/vendorHttp.ts';
import { AccountingFailure } from './port.ts';

const limits = { timeoutMs: 20_000, maxAnswerBytes: 64 * 1024, perSecond: 20 };

/** Sends this port's HTTP requests. Throws kind `away` when no response arrived. */
export const createHttpSend = (access?: VendorAccess) =>
  vendorHttp(
    { ...limits, fail: (problem, cause) => new AccountingFailure('away', problem, { cause }) },
    access,
  );
