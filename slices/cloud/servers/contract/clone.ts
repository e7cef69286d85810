import * as z from 'zod';
import { endpoint, id } from '../../../../contract/endpoint.ts';
import { billingMode } from '../../../money/pricing/contract.ts';
import { localize } from '../texts/localize.ts';
import { cpuType, reason, serverParams } from './parts.ts';

export const cloneOptions = z.strictObject({
  name: z.string(),
  suggestedName: z.string(),
  /** Why the server can't be copied now. Null when it can. */
  problem: reason,
  datacenterId: z.uuid(),
  imageId: z.uuid().nullable(),
  cpuType,
  cores: z.int(),
  ramMb: z.int(),
  disks: z.array(z.strictObject({ sizeGb: z.int() })),
  nics: z.array(z.strictObject({ networkId: z.uuid() })),
  billingMode,
  trafficPackage: z.string().nullable(),
  backup: z.boolean(),
  managed: z.boolean(),
  tags: z.array(z.string()),
});

export const cloneEndpoints = {
  getCloneOptions: endpoint({
    title: localize('operations.getCloneOptions'),
    method: 'GET',
    path: '/servers/{serverId}/clone/options',
    summary: 'Get the default configuration for a clone of a server or snapshot.',
    access: 'servers.create',
    changes: false,
    topics: ['server:{serverId}'],
    params: serverParams,
    query: z.strictObject({ snapshot: id.optional() }),
    answer: cloneOptions,
  }),
};
