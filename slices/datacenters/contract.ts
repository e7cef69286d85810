import * as z from 'zod';
import { endpoint } from '../../contract/endpoint.ts';

/** What one server may be made of in a datacenter. Sizes of disks in GB (2^30 bytes), of memory in MB (2^20 bytes). */
export const datacenterLimits = z.strictObject({
  /** A availability, B general purpose, T burstable, D dedicated; with the numbers of cores each is offered with. */
  cpuTypes: z.array(z.strictObject({ type: z.enum(['A', 'B', 'T', 'D']), cores: z.array(z.int().positive()) })),
  ramMb: z.array(z.int().positive()),
  diskGb: z.array(z.int().positive()),
  osDiskMaxGb: z.int(),
  diskMaxGb: z.int(),
  disksMax: z.int(),
  nicsMax: z.int(),
  /** Servers one call may make. */
  serversAtOnce: z.int(),
});

export const datacenterItem = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  region: z.string(),
  /** ISO 3166-1 alpha-2; null when it was not said. */
  country: z.string().nullable(),
  engine: z.enum(['qemu', 'simulated']),
  /** `kvm` = hardware virtualisation, `emulation` = slow but real, `none` = nothing real runs. */
  acceleration: z.enum(['kvm', 'emulation', 'none']),
  /** The engine in one sentence. */
  description: z.string(),
  ready: z.boolean(),
  /** Why no servers can be made here now, and the exact line that mends it. */
  problem: z.string().nullable(),
  remedy: z.string().nullable(),
  consoles: z.array(z.enum(['vnc', 'serial'])),
  /** `user`: each NIC in a private network of its own with outgoing access and forwarded ports. */
  network: z.enum(['user', 'bridge', 'none']),
  /** What can change while a server runs; the rest needs it off. */
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

export const datacenterEndpoints = {
  listDatacenters: endpoint({
    method: 'GET',
    path: '/datacenters',
    summary: 'Where servers can be made, what runs them there and how large they may be.',
    access: 'servers.view',
    changes: false,
    answer: z.strictObject({ items: z.array(datacenterItem) }),
  }),
};
