import * as z from 'zod';
import { endpoint, text } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { localize } from './texts/localize.ts';

export { resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

const acceleration = z.enum(['kvm', 'emulation', 'none']);
const engineName = z.enum(['qemu', 'simulated']);

/** A hypervisor node with the current values reported by its engine. */
export const hostItem = z.strictObject({
  id: z.string(),
  name: z.string(),
  engine: engineName,
  acceleration,
  version: z.string(),
  cpu: z.strictObject({ model: z.string(), cores: z.int(), loadPercent: z.number() }),
  memoryMb: z.strictObject({ total: z.number(), free: z.number() }),
  storageGb: z.strictObject({ total: z.number(), free: z.number(), path: z.string() }),
  uptimeSeconds: z.number(),
  servers: z.int(),
  /** Codes of the datacenters that use the host's engine. */
  datacenters: z.array(z.string()),
  problem: z.string().nullable(),
  remedy: z.string().nullable(),
});

const protectionName = z.enum([
  'account',
  'capabilities',
  'systemCalls',
  'namespaces',
  'limits',
  'hostServices',
]);

/** An engine of this portal, even if it reports no hosts. */
export const engineItem = z.strictObject({
  engine: engineName,
  acceleration,
  description: z.string(),
  ready: z.boolean(),
  problem: z.string().nullable(),
  remedy: z.string().nullable(),
  /**
   * How servers are connected. `bridge`: as configured, with firewalls. `user`: isolated, without
   * firewalls.
   */
  network: z.enum(['bridge', 'user', 'none']),
  /** Why networks can't be bridged. */
  networkObstacle: z.string().nullable(),
  /** The mechanisms that isolate server processes from their host. */
  protections: z.array(z.strictObject({ name: protectionName, isActive: z.boolean() })),
  datacenters: z.array(z.string()),
});

/** A server as reported by the engine of its host. */
export const hostServerItem = z.strictObject({
  id: z.string(),
  /** Null if the engine runs a machine unknown to the portal. */
  name: z.string().nullable(),
  power: z.enum(['on', 'off', 'suspended', 'crashed']),
  cores: z.int(),
  ramMb: z.int(),
  diskGb: z.int(),
  disks: z.int(),
  nics: z.int(),
  snapshots: z.int(),
  problem: z.string().nullable(),
});

const hostParams = z.strictObject({ hostId: text({ min: 1, max: 200 }) });

export const infrastructureEndpoints = {
  listHosts: endpoint({
    title: localize('operations.listHosts'),
    method: 'GET',
    path: '/hosts',
    summary: 'List hypervisor hosts as their engines report them.',
    access: 'hosts.view',
    changes: false,
    topics: ['server', 'datacenter'],
    query: listQuery(['name', 'cpuLoad', 'memoryFree', 'storageFree', 'servers']),
    answer: listPage(hostItem).extend({ engines: z.array(engineItem) }),
  }),
  getHost: endpoint({
    title: localize('operations.getHost'),
    method: 'GET',
    path: '/hosts/{hostId}',
    summary: 'Get a host with its capacity, load, and engine.',
    access: 'hosts.view',
    changes: false,
    topics: ['server', 'datacenter'],
    params: hostParams,
    answer: hostItem,
  }),
  listHostServers: endpoint({
    title: localize('operations.listHostServers'),
    method: 'GET',
    path: '/hosts/{hostId}/servers',
    summary: 'List the servers on a host as its engine reports them.',
    access: 'hosts.view',
    changes: false,
    topics: ['server'],
    params: hostParams,
    query: listQuery(['name', 'power', 'cores', 'ram']),
    answer: listPage(hostServerItem),
  }),
};

export { infrastructureEndpoints as endpoints };
