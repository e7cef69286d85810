import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { localize } from '../texts/localize.ts';
import { type ImageKind, type ImageOffer, type ImageState, imageTables, visible } from './store.ts';

/** The properties of an image needed to create a server from it. */
export interface UsableImage {
  id: string;
  code: string;
  name: string;
  kind: ImageKind;
  osFamily: 'linux' | 'windows' | 'other';
  os: string;
  minDiskGb: number;
  minRamMb: number;
  /** Null if the image decides. */
  loginUser: string | null;
  supportsCloudInit: boolean;
  priceItem: string | null;
  isReady: true;
}

interface FoundImage extends Omit<UsableImage, 'isReady'> {
  state: ImageState;
  progress: number;
  offer: ImageOffer;
  offerNote: string;
  /** The disk size of the copy in the datacenter, in GB. Null if there is no copy. */
  copyGb: number | null;
}

/**
 * Returns the image if it can currently be used for servers, or as a CD, in the datacenter. Throws
 * `notFound`, `imageNotReady`, `imageWithdrawn`.
 */
export async function findUsableImage(
  ctx: Context,
  imageId: string,
  datacenterId: string,
): Promise<UsableImage> {
  const { rows } = await sql<FoundImage>`
    select id, code, name, kind, os_family as "osFamily", os, greatest(min_disk_gb, virtual_size_gb) as "minDiskGb",
      min_ram_mb as "minRamMb", login_user as "loginUser", supports_cloud_init as "supportsCloudInit",
      price_item as "priceItem", state, progress, offer, offer_note as "offerNote", virtual_size_gb as "copyGb"
    from image left join image_copy on image_id = id and datacenter_id = ${datacenterId}
    where id = ${imageId} and ${visible(ctx)}`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw userError('notFound', { what: 'image', id: imageId }, 'imageId');
  const { state, progress, copyGb, offer, offerNote, ...image } = found;
  if (offer === 'withdrawn')
    throw userError('imageWithdrawn', { image: image.name, note: offerNote }, 'imageId');
  if (copyGb === null)
    throw userError(
      'imageNotReady',
      { image: image.name, problem: problemOf(state, progress) },
      'imageId',
    );
  return { ...image, isReady: true };
}

const notReady = {
  absent: localize('notReady.absent'),
  fetching: localize('notReady.fetching'),
  failed: localize('notReady.failed'),
  ready: localize('notReady.ready'),
} satisfies Record<ImageState, Record<Context['language'], string>>;

const invalidDisk = localize('notADisk') satisfies Record<Context['language'], string>;

const problemOf = (state: ImageState, progress: number): LocalizedText =>
  eachLanguage((language) => notReady[state][language].replace('{progress}', String(progress)));

/**
 * Records that the server's disks are based on the image, in the transaction that creates the
 * server. From then on, the image can't be deleted. Throws `imageNotReady` if the image no longer
 * exists.
 */
export async function recordUse(ctx: Context, imageId: string, serverId: string): Promise<void> {
  const db = imageTables(ctx.db);
  // Locks in a separate statement first, because only a later statement sees a removal that was in
  // progress.
  const image = await imageTables(
    portalDb(
      ctx,
      'a shared image is held against its removal, by a lock that takes the right to change it',
    ),
  )
    .selectFrom('image')
    .select(['name', 'kind'])
    .where('id', '=', imageId)
    .forShare()
    .executeTakeFirst();
  const copy = await db
    .selectFrom('image_copy')
    .select('image_id')
    .where('image_id', '=', imageId)
    .limit(1)
    .executeTakeFirst();
  if (!image || !copy)
    throw userError(
      'imageNotReady',
      { image: image?.name ?? imageId, problem: notReady.absent },
      'imageId',
    );
  if (image.kind === 'iso')
    throw userError('imageNotReady', { image: image.name, problem: invalidDisk }, 'imageId');
  await db
    .insertInto('image_use')
    .values({ image_id: imageId, server_id: serverId })
    .onConflict((conflict) => conflict.columns(['image_id', 'server_id']).doNothing())
    .execute();
}

/**
 * Records that the server was deleted permanently (not moved to the Trash). Does nothing if the
 * server used no image.
 */
export async function releaseUse(ctx: Pick<Context, 'db'>, serverId: string): Promise<void> {
  await imageTables(ctx.db).deleteFrom('image_use').where('server_id', '=', serverId).execute();
}
