import * as z from 'zod';
import { id, text } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';

export const imageKind = z.enum([
  'os',
  'application',
  'desktop',
  'service',
  'private',
  'iso',
  'snapshot',
]);

/**
 * `deprecated`: shows a warning and is listed last. `withdrawn`: isn't listed. Existing servers
 * aren't affected.
 */
export const imageOffer = z.enum(['offered', 'deprecated', 'withdrawn']);
export const osFamily = z.enum(['linux', 'windows', 'other']);

/** Whether the viewer can do this now, and the reason if not. */
export const action = z.strictObject({ isAllowed: z.boolean(), reason: z.string().nullable() });

export const imageItem = z.strictObject({
  id: z.uuid(),
  /** The catalog name, e.g. `debian-12`. */
  code: z.string(),
  kind: imageKind,
  name: z.string(),
  version: z.string(),
  osFamily,
  /** The display name of the operating system, e.g. `Debian GNU/Linux 12`. */
  os: z.string(),
  description: z.string(),
  /**
   * The origin of the content: downloaded from the vendor, built on this machine, uploaded,
   * downloaded from a URL, or copied from a server disk.
   */
  source: z.enum(['fetch', 'build', 'upload', 'address', 'disk']),
  sourceAddress: z.string().nullable(),
  /** URL of the vendor's checksum file, which is read when the image is downloaded. */
  digestAddress: z.string().nullable(),
  digestType: z.enum(['md5', 'sha256', 'sha512']).nullable(),
  digest: z.string().nullable(),
  /** Whether the stored content matches a digest published by the vendor. */
  isDigestVerified: z.boolean(),
  /** File size in bytes. Null until the content is stored. */
  sizeBytes: z.int().nullable(),
  minDiskGb: z.int(),
  minRamMb: z.int(),
  /** The user account that receives the key or password. Null if the image decides. */
  loginUser: z.string().nullable(),
  supportsCloudInit: z.boolean(),
  /** Code of the price item, if using the image isn't free. */
  priceItem: z.string().nullable(),
  state: z.enum(['absent', 'fetching', 'ready', 'failed']),
  /** Percentage while the state is `fetching`. */
  progress: z.int(),
  /** The reason for the failure, in the viewer's language. */
  problem: z.string().nullable(),
  /** The task that is preparing the image. Its status is available at `/queue/command/{cmdId}`. */
  cmdId: z.int().nullable(),
  /** Whether the image has no real content and exists only for the simulated engine. */
  isSimulated: z.boolean(),
  /** Datacenters where servers can currently be created from the image. */
  readyIn: z.array(z.uuid()),
  /** Number of servers with disks based on the image. */
  usedBy: z.int(),
  /** The owner's email address. Null for catalog images. */
  owner: z.string().nullable(),
  /** Why the viewer has access: catalog, own (or administered), group, or shared. */
  reach: z.enum(['catalogue', 'own', 'group', 'shared']),
  /** The format before the conversion, such as `vmdk`. Null if the image wasn't converted. */
  originalFormat: z.string().nullable(),
  /** The name of the source server when the image was created. */
  madeFrom: z.string().nullable(),
  /** Shared by all versions of an image. */
  familyId: z.uuid(),
  versions: z.int(),
  /** Whether this is the newest version of its family that is offered and ready. */
  isLatest: z.boolean(),
  offer: imageOffer,
  /** The owner's note about a deprecated or withdrawn image. */
  offerNote: z.string(),
  isSharedWithSite: z.boolean(),
  /** Number of users the image is shared with. */
  sharedWith: z.int(),
  actions: z.strictObject({
    fetch: action,
    build: action,
    remove: action,
    edit: action,
    share: action,
    delete: action,
  }),
});

/** The owner's description of an image. */
export const imageFields = z.strictObject({
  name: text({ min: 2, max: 100 }),
  description: text({ max: 1000, multiline: true }).default(''),
  version: text({ max: 50 }).default(''),
  osFamily,
  /** The display name of the operating system. Defaults to that of its family. */
  os: text({ max: 100 }).default(''),
  /** The user account that receives the key or password. Null if the image decides. */
  loginUser: z
    .string()
    .trim()
    .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,31}$/, {
      message: schemaMessage(localize('invalid.message.useUp32Letters')),
    })
    .nullable()
    .default(null),
  minRamMb: z.int().min(64).max(1_048_576).default(512),
  supportsCloudInit: z.boolean().default(false),
});

export const imageParams = z.strictObject({ imageId: id });
