import * as z from 'zod';
import { decimal, endpoint, id } from '../../../contract/endpoint.ts';
import { localize } from './texts/localize.ts';

/** Traffic of a server with the outside in the month that runs, in the time zone of its site. */
export const monthsTraffic = z.strictObject({
  /** `2026-11`. */
  month: z.string(),
  /** Bytes that were counted so far; hours with an unmetered line count nothing. */
  bytes: z.int(),
  /**
   * Gigabytes (10^9 bytes) of the packages, each for the part of the month it is paid for, and what
   * the price list gives to every server.
   */
  includedGb: decimal,
  isUnmetered: z.boolean(),
  /** Full gigabytes beyond them, which cost. */
  beyondGb: decimal,
  /** The price of each. Null if it isn't sold: then it's free. */
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
