import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely';
import type { RequiredRight } from '../../../../contract/access/rights.ts';
import { type Reason, userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import {
  type Columns,
  type EffectiveRights,
  effectiveRights,
  requireRight,
  visibleTo,
} from '../../../../server/platform/access/scope.ts';
import type { Actor, Context } from '../../../../server/platform/context.ts';

type Json<T> = ColumnType<T, string | null | undefined, string | null>;

export type ImageKind =
  | 'os'
  | 'application'
  | 'desktop'
  | 'service'
  | 'private'
  | 'iso'
  | 'snapshot';
export type ImageState = 'absent' | 'fetching' | 'ready' | 'failed';
export type ImageSource = 'fetch' | 'build' | 'upload' | 'address' | 'disk';
export type ImageOffer = 'offered' | 'deprecated' | 'withdrawn';
export type ImageFormat = 'qcow2' | 'raw' | 'iso';

export interface ImageTable {
  id: Generated<string>;
  owner_id: string | null;
  site_id: string | null;
  code: string;
  kind: ImageKind;
  name: string;
  version: string;
  os_family: 'linux' | 'windows' | 'other';
  os: string;
  description: Json<LocalizedText>;
  source: ImageSource;
  source_address: string | null;
  digest_address: string | null;
  digest: string | null;
  is_digest_verified: Generated<boolean>;
  format: ImageFormat;
  size_bytes: number | null;
  min_disk_gb: number;
  min_ram_mb: number;
  login_user: string | null;
  supports_cloud_init: boolean;
  price_item: string | null;
  state: Generated<ImageState>;
  progress: Generated<number>;
  problem: Json<Reason[] | null>;
  task_id: number | null;
  is_withdrawn: Generated<boolean>;
  family_id: string | null;
  offer: Generated<ImageOffer>;
  offer_note: Generated<string>;
  is_shared_with_site: Generated<boolean>;
  boots_as: string | null;
  original_format: string | null;
  made_from: string | null;
  wanted_digest: string | null;
  changed_at: Generated<Date>;
  created_at: Generated<Date>;
}

interface UploadTable {
  id: Generated<string>;
  owner_id: string;
  site_id: string;
  file_name: string;
  size_bytes: number;
  chunk_bytes: number;
  facts: ColumnType<UploadFacts, string, never>;
  wanted_digest: string | null;
  image_id: string | null;
  problem: Json<Reason[] | null>;
  changed_at: Generated<Date>;
  created_at: Generated<Date>;
}

/** An image's fields as the user entered them. */
export interface PrivateFacts {
  kind: 'private' | 'iso' | 'snapshot';
  name: string;
  description: string;
  version: string;
  osFamily: 'linux' | 'windows' | 'other';
  os: string;
  loginUser: string | null;
  minRamMb: number;
  supportsCloudInit: boolean;
  familyOf?: string | undefined;
}
export type UploadFacts = PrivateFacts & { kind: 'private' | 'iso' };

type ImageTables = {
  image: ImageTable;
  image_copy: {
    image_id: string;
    datacenter_id: string;
    is_simulated: boolean;
    virtual_size_gb: number;
    copied_at: Generated<Date>;
  };
  image_share: {
    image_id: string;
    email: string;
    shared_at: Generated<Date>;
    shared_by: string | null;
  };
  image_upload: UploadTable;
  image_use: { image_id: string; server_id: string; since: Generated<Date> };
};

export const imageTables = (db: Context['db']) => db.withTables<ImageTables>();

/** The columns that determine access: the owner of an image and the groups with rights on it. */
export const imageAccessColumns: Columns = {
  owner: 'image.owner_id',
  site: 'image.site_id',
  object: { type: 'ot.hdlib', id: 'image.id' },
};

/**
 * Whether the image is shared with the actor or with the actor's whole site. Access keys that are
 * restricted to servers are excluded.
 */
export function sharedWith({ actor }: { actor: Actor | null }) {
  if (!actor || actor.key?.serverIds) return sql<boolean>`false`;
  const isAtSite = sql`image.owner_id is not null and image.site_id = ${actor.siteId}`;
  // Two conditions so that each can use its own index. A combined one would read every image of the
  // site.
  return sql<boolean>`((${isAtSite} and image.is_shared_with_site)
    or (${isAtSite} and image.id = any(array(select image_id from image_share where email = ${actor.email.toLowerCase()}))))`;
}

/**
 * Whether the image is visible to the actor: catalog images, images in scope and images shared with
 * the actor. Internal work sees all of them.
 */
export function visible(ctx: Context) {
  if (!ctx.actor) return sql<boolean>`true`;
  return sql<boolean>`(image.owner_id is null or ${visibleTo(ctx, imageAccessColumns)} or ${sharedWith(ctx)})`;
}

/** An image as used by tasks and rules. */
export interface StoredImage {
  id: string;
  ownerId: string | null;
  siteId: string | null;
  code: string;
  name: string;
  kind: ImageKind;
  source: ImageSource;
  source_address: string | null;
  digest_address: string | null;
  digest: string | null;
  wantedDigest: string | null;
  format: ImageFormat;
  min_disk_gb: number;
  state: ImageState;
  familyId: string;
  bootsAs: string | null;
  taskId: number | null;
}

const storedColumns = sql`image.id, image.owner_id as "ownerId", image.site_id as "siteId", code, name, kind, source, source_address, digest_address,
  digest, wanted_digest as "wantedDigest", format, min_disk_gb, state, family as "familyId", boots_as as "bootsAs",
  task_id as "taskId"`;

/** Locks an image for update until the transaction ends and returns it. Throws `notFound`. */
export async function lockImage(ctx: Context, imageId: string): Promise<StoredImage> {
  const { rows } =
    await sql<StoredImage>`select ${storedColumns} from image where image.id = ${imageId} and ${visible(ctx)} for update`.execute(
      ctx.db,
    );
  if (!rows[0]) throw userError('notFound', { what: 'image', id: imageId });
  return rows[0];
}

/**
 * Locks a private image on which the actor has the right until the transaction ends and returns it.
 * Throws
 * `notFound`, `imageNotOwned` for a catalog image, and `rightMissing` or `lockedByParent` for an
 * image the actor can use but not change.
 */
export async function lockOwnImage(
  ctx: Context,
  imageId: string,
  requiredRight: RequiredRight,
): Promise<StoredImage & EffectiveRights> {
  // The actor can read but not lock an image that is shared with them, so read it first to throw
  // the correct error.
  await findOwnImage(ctx, imageId, requiredRight, sql``);
  return await findOwnImage(ctx, imageId, requiredRight, sql`for update`);
}

async function findOwnImage(
  ctx: Context,
  imageId: string,
  requiredRight: RequiredRight,
  rowLock: RawBuilder<unknown>,
): Promise<StoredImage & EffectiveRights> {
  const { rows } = await sql<StoredImage & EffectiveRights>`
    select ${storedColumns}, ${effectiveRights(ctx, imageAccessColumns)} from image where image.id = ${imageId} and ${visible(ctx)} ${rowLock}`.execute(
    ctx.db,
  );
  const [image] = rows;
  if (!image) throw userError('notFound', { what: 'image', id: imageId });
  if (image.ownerId === null) throw userError('imageNotOwned', { image: image.name });
  requireRight(image, requiredRight, image.name);
  return image;
}

/** For internal work without permission checks. Throws `notFound`. */
export async function readImage(ctx: Pick<Context, 'db'>, imageId: string): Promise<StoredImage> {
  const { rows } =
    await sql<StoredImage>`select ${storedColumns} from image where image.id = ${imageId}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw userError('notFound', { what: 'image', id: imageId });
  return rows[0];
}
