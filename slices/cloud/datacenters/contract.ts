import * as z from 'zod';
import { done, endpoint, id, text } from '../../../contract/endpoint.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/**
 * The possible sizes of a server in a datacenter. Disk sizes are in GB (2^30 bytes), memory in MB
 * (2^20 bytes).
 */
export const datacenterLimits = z.strictObject({
  /**
   * A availability, B general purpose, T burstable, D dedicated, each with the core counts it is
   * offered with.
   */
  cpuTypes: z.array(
    z.strictObject({ type: z.enum(['A', 'B', 'T', 'D']), cores: z.array(z.int().positive()) }),
  ),
  ramMb: z.array(z.int().positive()),
  diskGb: z.array(z.int().positive()),
  osDiskMaxGb: z.int(),
  diskMaxGb: z.int(),
  disksMax: z.int(),
  nicsMax: z.int(),
  /** Maximum number of servers created per call. */
  serversAtOnce: z.int(),
});

export const datacenterItem = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  /** ID of the datacenter for published clients: 2 to 6 characters of A-Z, 0-9 and "-". */
  shortCode: z.string(),
  name: z.string(),
  region: z.string(),
  /** ISO 3166-1 alpha-2. Null when not specified. */
  country: z.string().nullable(),
  engine: z.enum(['qemu', 'simulated']),
  /**
   * `kvm` = hardware virtualization, `emulation` = slow software virtualization, `none` = no real
   * virtual machine.
   */
  acceleration: z.enum(['kvm', 'emulation', 'none']),
  /** The engine in one sentence. */
  description: z.string(),
  ready: z.boolean(),
  /** Why no servers can be created here now, and the exact command that fixes it. */
  problem: z.string().nullable(),
  remedy: z.string().nullable(),
  consoles: z.array(z.enum(['vnc', 'serial'])),
  /**
   * `user`: each network interface is in a private network of its own, with outgoing access and
   * forwarded ports.
   */
  network: z.enum(['user', 'bridge', 'none']),
  /** What can be changed while a server is running. Everything else requires it to be off. */
  live: z.strictObject({
    addDisk: z.boolean(),
    growDisk: z.boolean(),
    removeDisk: z.boolean(),
    addNic: z.boolean(),
    removeNic: z.boolean(),
    cores: z.boolean(),
    ram: z.boolean(),
    snapshotMemory: z.boolean(),
  }),
  limits: datacenterLimits,
});

/** A datacenter with the operator's settings. Closed datacenters are included. */
export const datacenterSettings = z.strictObject({
  ...{
    id: z.uuid(),
    code: z.string(),
    shortCode: z.string(),
    name: z.string(),
    region: z.string(),
    country: z.string().nullable(),
  },
  engine: z.enum(['qemu', 'simulated']),
  /** Whether new servers can be created in the datacenter. */
  isOpen: z.boolean(),
});

const shortCode = z
  .string()
  .trim()
  .regex(/^[A-Z0-9][A-Z0-9-]{0,4}[A-Z0-9]$/, {
    error: schemaMessage(localize('invalid.error.use26Z')),
  });
const country = z
  .string()
  .trim()
  .regex(/^[A-Z]{2}$/, {
    error: schemaMessage(localize('invalid.error.useTwoLetterCountry')),
  })
  .nullable();

export const datacenterEndpoints = {
  listDatacenterSettings: endpoint({
    title: localize('operations.listDatacenterSettings'),
    method: 'GET',
    path: '/datacenters/settings',
    summary: 'Every datacenter with its codes, its place and whether it is open for new servers.',
    access: 'hosts.view',
    changes: false,
    topics: ['datacenter'],
    answer: z.strictObject({ items: z.array(datacenterSettings) }),
  }),
  updateDatacenter: endpoint({
    title: localize('operations.updateDatacenter'),
    method: 'PUT',
    path: '/datacenters/{datacenterId}',
    summary: 'Changes name, place or short code of a datacenter.',
    access: 'datacenters.manage',
    changes: true,
    touches: ['datacenter'],
    params: z.strictObject({ datacenterId: id }),
    body: z.strictObject({
      name: text({ min: 1, max: 60 }).optional(),
      region: text({ max: 60 }).optional(),
      country: country.optional(),
      shortCode: shortCode.optional(),
    }),
    answer: done,
    errors: ['datacenterCodeTaken'],
  }),
  listDatacenters: endpoint({
    title: localize('operations.listDatacenters'),
    method: 'GET',
    path: '/datacenters',
    summary: 'List datacenters with their engine and size limits.',
    access: 'servers.view',
    changes: false,
    topics: ['datacenter'],
    answer: z.strictObject({ items: z.array(datacenterItem) }),
  }),
};

export { datacenterEndpoints as endpoints };
