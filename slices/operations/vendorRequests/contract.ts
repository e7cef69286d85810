import * as z from 'zod';
import { endpoint, integerText, moment } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { localize } from './texts/localize.ts';

export { resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/** The driver ports that send HTTP requests. */
export const vendorPorts = [
  'accounting',
  'exchangeRates',
  'payment',
  'sms',
  'social',
  'taxAuthority',
  'taxNumbers',
] as const;
const port = z.enum(vendorPorts);

const item = z.strictObject({
  id: z.int(),
  port,
  /** The screen where the connection is set up. */
  screen: z.string(),
  method: z.string(),
  host: z.string(),
  /** Without secrets. */
  url: z.string(),
  at: moment,
  durationMs: z.int(),
  /** Null if no response arrived. */
  status: z.int().nullable(),
  /** Whether there was no response, or its status was 400 or higher. */
  isFailure: z.boolean(),
  /** Why no response arrived, in the viewer's language. Empty otherwise. */
  problem: z.string(),
});

const headers = z.array(z.strictObject({ name: z.string(), value: z.string() }));

const params = z.strictObject({
  requestId: integerText({ min: 1, max: 999_999_999_999_999 }),
});

export const vendorRequestEndpoints = {
  listVendorRequests: endpoint({
    title: localize('operations.listVendorRequests'),
    method: 'GET',
    path: '/vendor-requests',
    summary: 'List the last request to each vendor, and the last failed one.',
    access: 'vendorRequests.view',
    changes: false,
    query: listQuery(['at'], {
      port: port.optional(),
      outcome: z.enum(['succeeded', 'failed']).optional(),
    }),
    answer: listPage(item),
  }),
  getVendorRequest: endpoint({
    title: localize('operations.getVendorRequest'),
    method: 'GET',
    path: '/vendor-requests/{requestId}',
    summary: 'Get a request to a vendor with its response, without secrets.',
    access: 'vendorRequests.view',
    changes: false,
    params,
    answer: item.extend({
      requestHeaders: headers,
      /** At most 8,000 characters. Empty for messages to users. */
      requestBody: z.string(),
      responseHeaders: headers,
      responseBody: z.string(),
    }),
  }),
};

export { vendorRequestEndpoints as endpoints };
