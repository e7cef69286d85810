import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { findImage, type ImageItem, latestOf } from '../list.ts';
import { announceImage } from '../state.ts';
import {
  type ImageOffer,
  imageTables,
  lockOwnImage,
  type PrivateFacts,
  visible,
} from '../store.ts';
import { columnsOf } from './insert.ts';
import { meterImage } from './metering.ts';

type Editable = Omit<PrivateFacts, 'kind' | 'familyOf'>;

/** Changes the description of an image. The content never changes. */
export async function updateImage(
  ctx: SignedInContext,
  imageId: string,
  fields: Editable,
): Promise<void> {
  const image = await lockOwnImage(ctx, imageId, 'manage');
  const db = imageTables(ctx.db);
  const before = await db
    .selectFrom('image')
    .select([
      'name',
      'version',
      'os_family',
      'os',
      'login_user',
      'min_ram_mb',
      'supports_cloud_init',
      'description',
      'size_bytes',
    ])
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('image')
    .set({ ...columnsOf(fields), changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', imageId)
    .execute();
  const { size_bytes: sizeBytes, ...factsBefore } = before;
  ctx.note({ targetType: 'image', targetId: imageId, before: factsBefore, after: fields });
  // Usage continues under the new name.
  if (image.state === 'ready' && image.name !== fields.name)
    await meterImage(ctx, imageId, sizeBytes ?? 0);
  await announceImage(ctx, imageId, image.state);
}

/**
 * Changes whether an image is offered. Deprecated images show a warning, and withdrawn ones can't
 * be used for new servers. Existing servers aren't affected.
 */
export async function offerImage(
  ctx: SignedInContext,
  imageId: string,
  offer: ImageOffer,
  note: string,
): Promise<void> {
  const image = await lockOwnImage(ctx, imageId, 'manage');
  const db = imageTables(ctx.db);
  const before = await db
    .selectFrom('image')
    .select(['offer', 'offer_note'])
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('image')
    .set({ offer, offer_note: note, changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', imageId)
    .execute();
  ctx.note({ targetType: 'image', targetId: imageId, before, after: { offer, offer_note: note } });
  await announceImage(ctx, imageId, image.state);
}

/**
 * Returns the version to use for new servers, or the image itself if no version of its family is
 * offered. Throws `notFound`.
 */
export async function latestImage(ctx: SignedInContext, imageId: string): Promise<ImageItem> {
  const image = await findImage(ctx, imageId);
  const { rows } = await sql<{
    id: string | null;
  }>`select ${latestOf(sql`${image.familyId}::uuid`)} as id`.execute(ctx.db);
  const id = rows[0]?.id ?? imageId;
  // A newer version that isn't shared with the actor isn't visible to them.
  return id === imageId ? image : await findImage(ctx, id).catch(() => image);
}

interface VersionRow {
  id: string;
  name: string;
  version: string;
  offer: ImageOffer;
  isLatest: boolean;
  createdAt: Date;
}

/** Returns the versions of the image visible to the actor, newest first. Throws `notFound`. */
export async function listVersions(ctx: SignedInContext, imageId: string) {
  const { familyId } = await findImage(ctx, imageId);
  const { rows } = await sql<VersionRow>`
    select id, name, version, offer, coalesce(id = ${latestOf(sql`${familyId}::uuid`)}, false) as "isLatest", created_at as "createdAt"
    from image where family = ${familyId} and ${visible(ctx)} order by created_at desc, id limit 200`.execute(
    ctx.db,
  );
  if (rows.length === 0) throw userError('notFound', { what: 'image', id: imageId });
  return {
    items: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
  };
}
