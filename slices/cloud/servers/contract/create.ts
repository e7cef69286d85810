import * as z from 'zod';
import { decimal, endpoint, id, text } from '../../../../contract/endpoint.ts';
import { guestText } from '../../../../contract/fields/guestText.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { orderErrors } from '../../../money/pricing/contract/orderErrors.ts';
import { billingMode, estimateAnswer } from '../../../money/pricing/contract.ts';
import { datacenterItem } from '../../datacenters/contract.ts';
import { localize } from '../texts/localize.ts';
import { cpuType, networkErrors, password, plug, serverName, sizeFields } from './parts.ts';

/** The part of a server's configuration that determines its price. */
const configuration = {
  datacenterId: id,
  imageId: id.optional(),
  /**
   * ID of a server to copy instead of an image. The server must be off and in the same datacenter.
   * All its disks are copied.
   */
  cloneOf: id.optional(),
  /**
   * With `cloneOf`: a snapshot of that server. Its disks are copied in the state of the snapshot,
   * and the server may be running.
   */
  snapshotId: id.optional(),
  ...sizeFields,
  /** The first is the boot disk. */
  disks: z
    .array(z.strictObject({ sizeGb: z.int().min(1).max(1_000_000) }))
    .min(1)
    .max(64),
  nics: z.array(z.strictObject(plug)).max(64),
  billingMode,
  /**
   * A traffic package of the price list: `t5000` is 5000 GB a month, `100` is 100 Mbit/s unmetered.
   */
  trafficPackage: text({ max: 40 }).optional(),
  backup: z.boolean().optional(),
  managed: z.boolean().optional(),
};

export const createBody = z.strictObject({
  ...configuration,
  /** When `quantity` is greater than 1, the suffixes `-1`, `-2`, … are added. */
  name: serverName.optional(),
  /** Creates one server per name. Replaces `name` and `quantity`. */
  names: z.array(serverName).min(1).max(100).optional(),
  quantity: z.int().min(1).max(1000).optional(),
  password: password.optional(),
  /** Public keys, one per line, in `authorized_keys` format. */
  sshKeys: z
    .array(text({ min: 1, max: 8192 }))
    .max(20)
    .optional(),
  /** cloud-config (YAML) or a script that begins with `#!`. */
  userData: guestText(65_536).optional(),
  /** A script that begins with `#!` and runs at the first start, in addition to `userData`. */
  script: guestText(65_536)
    .refine((value) => value === '' || value.startsWith('#!'), {
      message: schemaMessage(localize('invalid.message.scriptMustStart')),
    })
    .optional(),
  /** cloud-init policies, in order. First-boot scripts are added to these and to `userData`. */
  policies: z.array(id).max(20).optional(),
  /** An app to install once the server responds. */
  app: z
    .strictObject({
      packageId: id,
      parameters: z
        .record(text({ max: 40 }), z.union([z.string().max(4000), z.number(), z.boolean()]))
        .optional(),
    })
    .optional(),
  tags: z
    .array(text({ min: 1, max: 40 }))
    .max(20)
    .optional(),
  /** Default true. */
  powerOn: z.boolean().optional(),
});

export const priceBody = z.strictObject({
  ...configuration,
  quantity: z.int().min(1).max(1000).optional(),
});

export const offeredImage = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  osFamily: z.enum(['linux', 'windows', 'other']),
  os: z.string(),
  minDiskGb: z.int(),
  minRamMb: z.int(),
  loginUser: z.string().nullable(),
  supportsCloudInit: z.boolean(),
  /** Datacenters where servers can be created from this image now. */
  readyIn: z.array(z.uuid()),
});

/** A configuration that can be created with one click. */
export const preset = z.strictObject({
  id: z.enum(['small', 'medium', 'large']),
  title: z.string(),
  datacenterId: z.uuid(),
  imageId: z.uuid().nullable(),
  cpuType,
  cores: z.int(),
  ramMb: z.int(),
  diskGb: z.int(),
  /** Hourly price, and price of a full month. */
  price: z.strictObject({ hourly: decimal, monthly: decimal, currency: z.string() }),
});

export const createOptions = z.strictObject({
  /** An unused server name. */
  suggestedName: z.string(),
  /** The default datacenter. Null when there is none. */
  datacenterId: z.uuid().nullable(),
  datacenters: z.array(datacenterItem),
  images: z.array(offeredImage),
  networks: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      kind: z.enum(['wan', 'lan', 'int']),
      datacenterId: z.uuid(),
      /** Its ranges. */
      cidrs: z.array(z.string()),
    }),
  ),
  /** Keys the user used before, most recent first. */
  sshKeys: z.array(z.strictObject({ name: z.string(), key: z.string() })),
  trafficPackages: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      monthly: decimal.nullable(),
      currency: z.string(),
    }),
  ),
  /**
   * The price per gigabyte above the package, or of every gigabyte without one. Null if it isn't
   * sold and therefore free.
   */
  trafficOverage: z.strictObject({ price: decimal, currency: z.string() }).nullable(),
  billingModes: z.array(billingMode),
  presets: z.array(preset),
});

export const createEndpoints = {
  createServers: endpoint({
    title: localize('operations.createServers'),
    method: 'POST',
    path: '/servers',
    summary: 'Create up to ten servers. Each one is a task.',
    access: 'servers.create',
    changes: true,
    touches: ['server', 'task'],
    body: createBody,
    answer: z.strictObject({
      /** The task of the first server. */
      cmdId: z.int().positive(),
      servers: z.array(
        z.strictObject({ id: z.uuid(), name: z.string(), cmdId: z.int().positive() }),
      ),
    }),
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...orderErrors,
      'serverNameTaken',
      'serverLimit',
      'serverDiskSmallerThanImage',
      'serverNicLimit',
      'serverPasswordRequired',
      'serverSizeUnavailable',
      'serverDisksTooLarge',
      'serverUserDataInvalid',
      'policyMissing',
      'userDataTooLarge',
      'packageUnavailable',
      'packageParameterInvalid',
      'serverMustBeOff',
      'imageNotReady',
      ...networkErrors,
      'networkAddressOfMany',
      'datacenterNotReady',
      'priceMissing',
      'billingModeNotSold',
    ],
  }),
  priceServers: endpoint({
    title: localize('operations.priceServers'),
    method: 'POST',
    path: '/servers/price',
    command: 'servers get-price',
    summary: 'Get the price of a server configuration.',
    access: 'servers.create',
    changes: false,
    topics: ['price'],
    body: priceBody,
    answer: estimateAnswer,
    errors: ['priceMissing', 'serverLimit'],
  }),
  getCreateOptions: endpoint({
    title: localize('operations.getCreateOptions'),
    method: 'GET',
    path: '/servers/create/options',
    summary: 'Get all options for creating a server, with presets and prices.',
    access: 'servers.create',
    changes: false,
    topics: ['image', 'datacenter', 'network', 'price'],
    answer: createOptions,
  }),
};
