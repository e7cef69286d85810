import * as z from 'zod';
import { decimal, endpoint, id } from '../../../contract/endpoint.ts';
import { localize } from './texts/localize.ts';

/** External traffic of a server in the current month, in the site's time zone. */
export const monthsTraffic = z.strictObject({
  /** `2026-11`. */
  month: z.string(),
  /** Bytes counted so far. Hours with an unmetered connection count as zero. */
  bytes: z.int(),
  /**
   * The packages' gigabytes (10^9 bytes), prorated by the paid part of the month, plus the amount
   * that the price list includes for every server.
   */
  includedGb: decimal,
  isUnmetered: z.boolean(),
  /** Full gigabytes above the included amount, which are charged. */
  beyondGb: decimal,
  /**
   * The price per gigabyte. Null if the price list doesn't contain the item, which makes it free.
   */
  price: decimal.nullable(),
  currency: z.string().nullable(),
});

export const meteringEndpoints = {
  getTraffic: endpoint({
    title: localize('operations.getTraffic'),
    method: 'GET',
    path: '/servers/{serverId}/traffic',
    summary: 'Get a server’s traffic usage this month against its traffic package.',
    access: 'billing.view',
    changes: false,
    topics: ['server:{serverId}'],
    params: z.strictObject({ serverId: id }),
    answer: monthsTraffic,
  }),
};

export { meteringEndpoints as endpoints };
