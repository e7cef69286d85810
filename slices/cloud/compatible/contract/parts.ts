import * as z from 'zod';
import { id, text } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';

/**
 * Clients send text, numbers, booleans or null for the same field. Converted to text, which is
 * empty when missing.
 */
export const flagValue = (max = 200, options: { multiline?: boolean } = {}) =>
  z
    .union([text({ max, ...options }), z.number(), z.boolean(), z.null()], {
      error: schemaMessage(localize('invalid.error.enterTextUpCharacters', { max })),
    })
    .optional()
    .transform((value) => (value === undefined || value === null ? '' : String(value)));

/** Text exactly as typed, without trimming. */
export const rawValue = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      message: schemaMessage(localize('invalid.message.enterValidText')),
    })
    .optional()
    .transform((value) => value ?? '');

/**
 * Selects one server or several, by ID or by a regular expression that must match the whole name.
 */
export const chosen = {
  id: flagValue().describe('Specific server UUID'),
  name: flagValue(500).describe('Server name or regular expression that its whole name matches'),
};

export const serverParams = z.strictObject({ serverId: id });

/** Command numbers as text. */
export const commandIds = z.array(z.string());
/** The response of a console host's command. */
export const commandNumber = z.int();

/** The response of every `/service/network/…` change: a message, and the result as JSON text. */
export const networkMessage = z.strictObject({ message: z.string(), res: z.string() });

export const diskImage = z.strictObject({
  description: z.string(),
  id: z.string(),
  sizeGB: z.int(),
  usageInfo: z.string(),
  guestDescription: z.string(),
  freeTextOne: z.string(),
  freeTextTwo: z.string(),
  additionalDisks: z.array(z.int()),
});

/** All values except `ram` and `diskSizes` are text. */
export const serverInfo = z.strictObject({
  id: z.string(),
  datacenter: z.string(),
  name: z.string(),
  cpu: z.string(),
  ram: z.int(),
  power: z.enum(['on', 'off']),
  diskSizes: z.array(z.int()),
  networks: z.array(z.strictObject({ network: z.string(), ips: z.array(z.string()) })),
  billing: z.enum(['hourly', 'monthly']),
  traffic: z.string(),
  managed: z.enum(['0', '1']),
  backup: z.enum(['0', '1']),
});

export const pricedServerInfo = serverInfo.extend({
  priceMonthlyOn: z.string(),
  priceHourlyOn: z.string(),
  priceHourlyOff: z.string(),
});

export const serverLine = z.strictObject({
  id: z.string(),
  name: z.string(),
  datacenter: z.string(),
  power: z.enum(['on', 'off']),
});

/** Times are `YYYY-MM-DD HH:MM:SS` in UTC, or empty. */
export const queueLine = z.strictObject({
  id: z.int(),
  status: z.enum(['pending', 'progress', 'complete', 'error', 'cancelled']),
  server: z.string(),
  description: z.string(),
  added: z.string(),
  executed: z.string(),
  completed: z.string(),
  log: z.string(),
});

/** A line of the latest commands, with the additional columns of `cloudcli queue list`. */
export const queuedTask = queueLine.extend({
  commandInfo: z.string(),
  dtComplete: z.string(),
  dtCreate: z.string(),
  dtExecute: z.string(),
  exitCode: z.int().nullable(),
  progress: z.int(),
  serviceName: z.string(),
});

export const snapshotLine = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** `dd/mm/YYYY HH:MM:SS` in UTC. */
  date: z.string(),
  depth: z.int(),
  active: z.boolean(),
});
export interface SnapshotTree extends z.output<typeof snapshotLine> {
  child: SnapshotTree[];
}
export const snapshotTree: z.ZodType<SnapshotTree, SnapshotTree> = snapshotLine.extend({
  get child() {
    return z.array(snapshotTree);
  },
});

export const networkNic = z.strictObject({
  network: z.string(),
  ips: z.array(z.string()),
  connected: z.boolean(),
  mac: z.string(),
  routedIps: z.array(z.string()),
  manualConfigEnabled: z.boolean(),
  /** The currently available actions. */
  actions: z.record(z.string(), z.boolean()),
});

export const historyLine = z.strictObject({
  action: z.string(),
  date: z.string(),
  user: z.string(),
});
export const libraryDisk = z.strictObject({ uuid: z.string(), sizeGB: z.int() });

/** The usage of a month, or of the current month to date. Traffic in GB, speed in Mbit/s. */
export const usage = {
  cpu: z.number(),
  ram: z.number(),
  disk: z.number(),
  diskTraffic: z.number(),
  wanRcTraffic: z.number(),
  wanTrTraffic: z.number(),
  wanRcPer: z.number(),
  wanTrPer: z.number(),
  lanRcTraffic: z.number(),
  lanTrTraffic: z.number(),
  lanRcPer: z.number(),
  lanTrPer: z.number(),
};

export const series = z.strictObject({
  series: z.string(),
  data: z.union([z.int(), z.array(z.tuple([z.int(), z.number()]))]),
});
export const metrics = ['network', 'ram', 'cpu', 'disksIops', 'disksTransfer'] as const;

/** A subnet in the format of both hosts. */
export const subnetLine = z.strictObject({
  datacenter: z.string(),
  vlanId: z.int(),
  subnetId: z.int(),
  total: z.int(),
  startRange: z.string(),
  endRange: z.string(),
  subnetIp: z.string(),
  subnetBit: z.int(),
  subnetMask: z.string(),
  subnetDescription: z.string(),
  dns1: z.string(),
  dns2: z.string(),
  gateway: z.string(),
  inUse: z.int(),
});

/** Exactly one ID and one name per network. */
export const networkLine = z.strictObject({
  datacenter: z.string(),
  ids: z.array(z.int()),
  names: z.array(z.string()),
  vlanId: z.int(),
});

export const subnetFields = {
  subnetIp: flagValue(45).describe('First address of the subnet, e.g. 172.16.0.0'),
  subnetBit: flagValue(20).describe('Length of its prefix, e.g. 23'),
  gateway: flagValue(45).describe('Its gateway, e.g. 172.16.0.100'),
  dns1: flagValue(45).describe('First name server'),
  dns2: flagValue(45).describe('Second name server'),
  subnetDescription: flagValue(500).describe('Description of the subnet'),
};
