import type { VendorAccess } from '../http/port.ts';
import { vendorHttp } from '../http/vendorHttp.ts';
import { PaymentFailure } from './port.ts';

/** Stripe allows 25 requests a second in test mode, and more in live mode. */
const limits = { timeoutMs: 20_000, maxAnswerBytes: 1024 * 1024, perSecond: 20 };

/** Sends this port's HTTP requests. Throws kind `away` when no response arrived. */
export const createHttpSend = (access?: VendorAccess) =>
  vendorHttp(
    { ...limits, fail: (problem, cause) => new PaymentFailure('away', problem, { cause }) },
    access,
  );
