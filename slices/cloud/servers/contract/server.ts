import * as z from 'zod';
import { decimal, endpoint, moment } from '../../../../contract/endpoint.ts';
import { billingMode, estimateAnswer } from '../../../money/pricing/contract.ts';
import { datacenterItem } from '../../datacenters/contract.ts';
import { localize } from '../texts/localize.ts';
import { serverLock } from './care.ts';
import { serverObstacles } from './obstacles.ts';
import { cpuType, reason, serverParams } from './parts.ts';

/** A server that was resumed is `on`. */
export const serverPower = z.enum(['on', 'off', 'suspended']);

/**
 * `creating`: being created. `busy`: `task` is working on it. `failed`: needs attention, and
 * `problem` says why (it stopped on its own, or its engine lost it). `bin`: terminated, can be
 * restored until `binUntil`.
 */
export const serverStatus = z.enum(['creating', 'ready', 'busy', 'failed', 'bin']);

/** The task that works on a server now: follow it at `/queue/command/{cmdId}`. */
const openTask = z.strictObject({ cmdId: z.int(), title: z.string(), progress: z.int() });

/** A server in a list. Disks in GB (2^30 bytes), memory in MB (2^20 bytes). */
export const serverItem = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  power: serverPower,
  status: serverStatus,
  task: openTask.nullable(),
  /** Why it needs attention; null when it does not. */
  problem: z.string().nullable(),
  binUntil: moment.nullable(),
  datacenterId: z.uuid(),
  datacenter: z.string(),
  engine: z.enum(['qemu', 'simulated']),
  /** `kvm` = hardware virtualisation, `emulation` = slow but real, `none` = nothing real runs. */
  acceleration: z.enum(['kvm', 'emulation', 'none']),
  /** Nothing real runs. Readings are calculated. */
  isSimulated: z.boolean(),
  imageId: z.uuid().nullable(),
  image: z.string(),
  cpuType,
  cores: z.int(),
  ramMb: z.int(),
  /** All disks together. */
  diskGb: z.int(),
  /** In the order of the network interfaces. */
  ips: z.array(z.string()),
  /**
   * Of all cores together, 0–100, as last sampled. Null while it isn't on or wasn't sampled yet.
   */
  cpuPercent: z.number().nullable(),
  memoryUsedMb: z.number().nullable(),
  createdAt: moment,
  owner: z.string(),
  billingMode,
  tags: z.array(z.string()),
  description: z.string(),
  /** Null when it is not locked. */
  lock: serverLock.nullable(),
  /** This month so far. Null when the viewer may not see costs. */
  cost: z.strictObject({ amount: decimal, currency: z.string() }).nullable(),
  obstacles: serverObstacles,
});

export const serverDisk = z.strictObject({
  id: z.uuid(),
  /** 1 is the disk it starts from. */
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
  /** Null: nothing leads out of its subnet. */
  gateway: z.string().nullable(),
  dns: z.array(z.string()),
  /** At most one of each family, IPv4 first: the first is `address`. */
  addresses: z.array(
    z.strictObject({
      subnetId: z.uuid(),
      address: z.string(),
      prefix: z.int(),
      gateway: z.string().nullable(),
      dns: z.array(z.string()),
      routes: z.array(z.strictObject({ to: z.string(), via: z.string() })),
      /** True: assigned by DHCP. Otherwise the guest got it in its seed. */
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
   * Where the guest's TCP ports are reached from outside, on engines that forward ports. Empty
   * while it is off.
   */
  forwards: z.array(z.strictObject({ guestPort: z.int(), host: z.string(), hostPort: z.int() })),
  actions: z.strictObject({ connect: reason, disconnect: reason, remove: reason, move: reason }),
});

export const serverDetail = serverItem.extend({
  ownerId: z.uuid(),
  region: z.string(),
  engineDescription: z.string(),
  /** The account that the password or the keys were put into; null when the image decides. */
  loginUser: z.string().nullable(),
  /**
   * The credentials the portal put into the server. `password` is null when the image decides or it
   * was not stored.
   */
  signIn: z.strictObject({ password: z.boolean().nullable(), keys: z.int() }),
  osFamily: z.enum(['linux', 'windows', 'other']),
  os: z.string(),
  /** The name the guest was given when it was made. */
  hostname: z.string(),
  disks: z.array(serverDisk),
  nics: z.array(serverNic),
  trafficPackage: z.string().nullable(),
  backup: z.boolean(),
  managed: z.boolean(),
  notes: z.string(),
  /** The CD in its drive. */
  cd: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** What it boots from next time. */
  startsFrom: z.enum(['disk', 'iso']),
  /** How far it can grow while it runs; null when it does not run, or its engine cannot. */
  room: z.strictObject({ cores: z.int(), ramMb: z.int() }).nullable(),
  /** How many hosts its datacenter has; with one there is nowhere to move it. */
  hosts: z.int(),
  snapshotCount: z.int(),
  clonedFromId: z.uuid().nullable(),
  hostId: z.string().nullable(),
  /** Since when it is in its power state. */
  powerSince: moment,
  /** Which consoles its engine offers. */
  consoles: z.array(z.enum(['vnc', 'serial'])),
  hasScreenshot: z.boolean(),
  /** What can change while it runs. Everything else requires it to be off. */
  live: datacenterItem.shape.live,
  limits: datacenterItem.shape.limits,
  /** Its current price. Null if the viewer has no access to costs. */
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
