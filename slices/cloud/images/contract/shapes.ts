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
 * deprecated: shows a warning and isn't offered first; withdrawn: isn't offered. Existing servers
 * continue.
 */
export const imageOffer = z.enum(['offered', 'deprecated', 'withdrawn']);
export const osFamily = z.enum(['linux', 'windows', 'other']);

/** Whether the viewer may do it now and, when not, why. */
export const action = z.strictObject({ isAllowed: z.boolean(), reason: z.string().nullable() });

export const imageItem = z.strictObject({
  id: z.uuid(),
  /** Its catalog name, e.g. `debian-12`. */
  code: z.string(),
  kind: imageKind,
  name: z.string(),
  version: z.string(),
  osFamily,
  /** The display name of the system: `Debian GNU/Linux 12`. */
  os: z.string(),
  description: z.string(),
  /**
   * The origin of the content: downloaded from the vendor, built on this machine, uploaded,
   * downloaded from a URL, or copied from a server's disk.
   */
  source: z.enum(['fetch', 'build', 'upload', 'address', 'disk']),
  sourceAddress: z.string().nullable(),
  /** File of checksums at the vendor, read when the image is fetched. */
  digestAddress: z.string().nullable(),
  digestType: z.enum(['md5', 'sha256', 'sha512']).nullable(),
  digest: z.string().nullable(),
  /** The content that is here was compared with a digest of the vendor. */
  isDigestVerified: z.boolean(),
  /** Bytes of the file; null until it is here. */
  sizeBytes: z.int().nullable(),
  minDiskGb: z.int(),
  minRamMb: z.int(),
  /** The account that a key or password is put into; null: the image decides. */
  loginUser: z.string().nullable(),
  supportsCloudInit: z.boolean(),
  /** Code of its price item, when using it costs. */
  priceItem: z.string().nullable(),
  state: z.enum(['absent', 'fetching', 'ready', 'failed']),
  /** Percent while `fetching`. */
  progress: z.int(),
  /** Why it failed, in the reader's language. */
  problem: z.string().nullable(),
  /** The task that is getting it now: follow it at `/queue/command/{cmdId}`. */
  cmdId: z.int().nullable(),
  /** Without real content, for the simulated engine. */
  isSimulated: z.boolean(),
  /** Datacenters where servers can be made from it now. */
  readyIn: z.array(z.uuid()),
  /** Servers with disks based on it. */
  usedBy: z.int(),
  /** The owner's email address. Null for catalog images. */
  owner: z.string().nullable(),
  /** Why the viewer has access: catalog, own (or administered), group, or shared. */
  reach: z.enum(['catalogue', 'own', 'group', 'shared']),
  /** The format before the conversion, such as `vmdk`. Null: not converted. */
  originalFormat: z.string().nullable(),
  /** The source server, by its name at that time. */
  madeFrom: z.string().nullable(),
  /** Same for all versions of one image. */
  familyId: z.uuid(),
  versions: z.int(),
  /** The newest version of its family that is offered and ready. */
  isLatest: z.boolean(),
  offer: imageOffer,
  /** The owner's note about a deprecated or withdrawn one. */
  offerNote: z.string(),
  isSharedWithSite: z.boolean(),
  /** People it is shared with. */
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
export const imageFacts = z.strictObject({
  name: text({ min: 2, max: 100 }),
  description: text({ max: 1000, multiline: true }).default(''),
  version: text({ max: 50 }).default(''),
  osFamily,
  /** The display name of the system, by default of its family. */
  os: text({ max: 100 }).default(''),
  /** The account a key or password is put into; null: the image decides. */
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
