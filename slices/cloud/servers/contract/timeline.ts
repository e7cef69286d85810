import * as z from 'zod';
import { endpoint, moment } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import { serverParams } from './parts.ts';

/**
 * The fields of a server's past configurations. Values are texts as stored by the portal, with
 * multiple values separated by commas.
 */
export const timelineField = z.enum([
  ...([
    'name',
    'owner',
    'state',
    'power',
    'image',
    'cpuType',
    'cores',
    'ramMb',
    'disks',
    'ips',
    'billingMode',
    'traffic',
  ] as const),
  ...(['backup', 'managed', 'tags', 'description', 'locked', 'bootsFrom'] as const),
]);

export const timelineEndpoints = {
  getServerPast: endpoint({
    title: localize('operations.getServerPast'),
    method: 'GET',
    path: '/servers/{serverId}/past',
    command: 'servers get-timeline',
    summary: 'Get a server’s configuration at a point in time and what has changed since.',
    access: 'servers.view',
    changes: false,
    topics: ['server:{serverId}'],
    params: serverParams,
    query: z.strictObject({ at: moment }),
    answer: z.strictObject({
      at: moment,
      /** Start of this state. Null when the server did not exist or was not yet recorded. */
      since: moment.nullable(),
      /** The previous and next changes, for navigation. Null when there is none. */
      earlier: moment.nullable(),
      later: moment.nullable(),
      /** The earliest recorded moment. */
      first: moment.nullable(),
      fields: z.array(z.strictObject({ field: timelineField, was: z.string(), is: z.string() })),
    }),
  }),
};
