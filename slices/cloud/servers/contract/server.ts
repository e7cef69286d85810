import * as z from 'zod';
import { decimal, endpoint, moment } from '../../../../contract/endpoint.ts';
import { billingMode, estimateAnswer } from '../../../money/pricing/contract.ts';
import { datacenterItem } from '../../datacenters/contract.ts';
import { localize } from '../texts/localize.ts';
import { serverLock } from './maintenance.ts';
import { serverObstacles } from './obstacles.ts';
import { cpuType, reason, serverParams } from './parts.ts';

/** A resumed server is `on`. */
export const serverPower = z.enum(['on', 'off', 'suspended']);

/**
 * `creating`: being created. `busy`: `task` is running on the server. `failed`: needs attention,
 * and `problem` says why (it stopped on its own, or its engine lost it). `bin`: in the Trash, and
 * can be restored until `binUntil`.
 */
export const serverStatus = z.enum(['creating', 'ready', 'busy', 'failed', 'bin']);

/** The task currently running on the server. Its progress is at `/queue/command/{cmdId}`. */
const openTask = z.strictObject({ cmdId: z.int(), title: z.string(), progress: z.int() });

/** A server in a list. Disk sizes are in GB (2^30 bytes), memory in MB (2^20 bytes). */
export const serverItem = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  power: serverPower,
  status: serverStatus,
  task: openTask.nullable(),
  /** Why the server needs attention. Null when it doesn't. */
  problem: z.string().nullable(),
  binUntil: moment.nullable(),
  datacenterId: z.uuid(),
  datacenter: z.string(),
  engine: z.enum(['qemu', 'simulated']),
  /**
   * `kvm` = hardware virtualization, `emulation` = slow software virtualization, `none` = no real
   * virtual machine.
   */
  acceleration: z.enum(['kvm', 'emulation', 'none']),
  /** Whether the server is simulated, with calculated readings. */
  isSimulated: z.boolean(),
  imageId: z.uuid().nullable(),
  image: z.string(),
  cpuType,
  cores: z.int(),
  ramMb: z.int(),
  /** Total size of all disks. */
  diskGb: z.int(),
  /** In network interface order. */
  ips: z.array(z.string()),
  /**
   * CPU usage across all cores, 0–100, as last sampled. Null while the server isn't on or hasn't
   * been sampled yet.
   */
  cpuPercent: z.number().nullable(),
  memoryUsedMb: z.number().nullable(),
  createdAt: moment,
  owner: z.string(),
  billingMode,
  tags: z.array(z.string()),
  description: z.string(),
  /** Null when the server is not locked. */
  lock: serverLock.nullable(),
  /** Cost of the current month to date. Null when the viewer has no access to costs. */
  cost: z.strictObject({ amount: decimal, currency: z.string() }).nullable(),
  obstacles: serverObstacles,
});

export const serverDisk = z.strictObject({
  id: z.uuid(),
  /** 1 is the boot disk. */
  position: z.int(),
  sizeGb: z.int(),
  isBoot: z.boolean(),
  actions: z.strictObject({ grow: reason, remove: reason }),
});

export const serverNic = z.strictObject({
  id: z.uuid(),
  position: z.int(),
  mac: z.string(),
  address: z.string(),
  prefix: z.int(),
  /** Null when the subnet has no gateway. */
  gateway: z.string().nullable(),
  dns: z.array(z.string()),
  /** At most one per address family, IPv4 first. The first equals `address`. */
  addresses: z.array(
    z.strictObject({
      subnetId: z.uuid(),
      address: z.string(),
      prefix: z.int(),
      gateway: z.string().nullable(),
      dns: z.array(z.string()),
      routes: z.array(z.strictObject({ to: z.string(), via: z.string() })),
      /** Whether the address is assigned by DHCP. Otherwise the guest gets it from its seed. */
      dhcp: z.boolean(),
      reverseName: z.string().nullable(),
    }),
  ),
  networkId: z.uuid(),
  networkName: z.string(),
  kind: z.enum(['wan', 'lan', 'int']),
  vlan: z.int(),
  isConnected: z.boolean(),
  /**
   * Forwarded ports: where the guest's TCP ports can be reached from outside, on engines that
   * forward ports. Empty while the server is off.
   */
  forwards: z.array(z.strictObject({ guestPort: z.int(), host: z.string(), hostPort: z.int() })),
  actions: z.strictObject({ connect: reason, disconnect: reason, remove: reason, move: reason }),
});

export const serverDetail = serverItem.extend({
  ownerId: z.uuid(),
  region: z.string(),
  engineDescription: z.string(),
  /** The account that has the password or keys. Null when the image determines it. */
  loginUser: z.string().nullable(),
  /**
   * The credentials that the portal set up on the server. `password` is null when the image
   * determines it or it was not stored.
   */
  signIn: z.strictObject({ password: z.boolean().nullable(), keys: z.int() }),
  osFamily: z.enum(['linux', 'windows', 'other']),
  os: z.string(),
  /** The hostname that the guest got at creation. */
  hostname: z.string(),
  disks: z.array(serverDisk),
  nics: z.array(serverNic),
  trafficPackage: z.string().nullable(),
  backup: z.boolean(),
  managed: z.boolean(),
  notes: z.string(),
  /** The CD in the drive. */
  cd: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** The boot device of the next start. */
  startsFrom: z.enum(['disk', 'iso']),
  /**
   * How far the server can grow while running. Null when it isn't running or its engine doesn't
   * support it.
   */
  room: z.strictObject({ cores: z.int(), ramMb: z.int() }).nullable(),
  /** Number of hosts in the datacenter. With only one, the server can't be migrated. */
  hosts: z.int(),
  snapshotCount: z.int(),
  clonedFromId: z.uuid().nullable(),
  hostId: z.string().nullable(),
  /** Start of the current power state. */
  powerSince: moment,
  /** The consoles that the engine offers. */
  consoles: z.array(z.enum(['vnc', 'serial'])),
  hasScreenshot: z.boolean(),
  /** What can be changed while the server is running. Everything else requires it to be off. */
  live: datacenterItem.shape.live,
  limits: datacenterItem.shape.limits,
  /** The current price. Null if the viewer has no access to costs. */
  price: estimateAnswer.nullable(),
});

export const detailEndpoints = {
  getServer: endpoint({
    title: localize('operations.getServer'),
    method: 'GET',
    path: '/servers/{serverId}',
    summary: 'Get a server with disks, network interfaces, limits, and price.',
    access: 'servers.view',
    changes: false,
    topics: ['server:{serverId}', 'task'],
    params: serverParams,
    answer: serverDetail,
  }),
};
