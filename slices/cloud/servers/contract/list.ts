import * as z from 'zod';
import { endpoint, id } from '../../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../../contract/fields/page.ts';
import { localize } from '../texts/localize.ts';
import { serverItem, serverPower } from './server.ts';

export const serverFilters = {
  power: serverPower.optional(),
  status: z.enum(['busy', 'failed']).optional(),
  datacenter: id.optional(),
  /** `true` lists only terminated servers in the Trash. */
  bin: z.enum(['true', 'false']).optional(),
};

export const serverSorts = [
  'name',
  'created',
  'power',
  'cores',
  'ram',
  'datacenter',
  'cpuLoad',
  'memory',
] as const;

const serverListQuery = listQuery(serverSorts, serverFilters);

export const listEndpoints = {
  listServers: endpoint({
    title: localize('operations.listServers'),
    method: 'GET',
    path: '/servers',
    summary:
      'List servers. `filter` matches part of a name, a tag, an ID, an IP address such as 10.64.0.7, 10.1. or 10.1.*.7, or the start of a MAC address.',
    access: 'servers.view',
    changes: false,
    topics: ['server'],
    forBoundKeys: true,
    query: serverListQuery,
    answer: listPage(serverItem).extend({
      /** The options of the datacenter filter. */
      datacenters: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
    }),
  }),
  listServersCsv: endpoint({
    title: localize('operations.listServersCsv'),
    method: 'GET',
    path: '/servers/csv',
    command: 'servers export',
    summary: 'Export servers as CSV (RFC 4180), all rows that match the filter.',
    access: 'servers.view',
    changes: false,
    forBoundKeys: true,
    kind: 'file',
    query: serverListQuery.omit({ size: true, start: true }),
  }),
};
