import { join } from 'node:path';
import { sql } from 'kysely';
import { type Reason, userError } from '../../../../../contract/errors/errors.ts';
import { visibleTo } from '../../../../../server/platform/access/scope.ts';
import type { Config } from '../../../../../server/platform/config.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { imageTables, type UploadFacts } from '../store.ts';
import type { Layout } from './files.ts';

export interface Upload extends Layout {
  id: string;
  ownerId: string;
  siteId: string;
  fileName: string;
  facts: UploadFacts;
  wantedDigest: string | null;
  /** The image created from the upload. */
  imageId: string | null;
  /** The task that is currently creating the image. */
  cmdId: number | null;
  problem: Reason[] | null;
  changedAt: Date;
  createdAt: Date;
}

export const uploadsFolder = (config: Config): string => join(config.dataDir, 'images', 'uploads');
export const uploadFolder = (config: Config, uploadId: string): string =>
  join(uploadsFolder(config), uploadId);

const columns = sql`
  upload.id, upload.owner_id as "ownerId", upload.site_id as "siteId", upload.file_name as "fileName", upload.size_bytes as "sizeBytes",
  upload.chunk_bytes as "chunkBytes", upload.facts, upload.wanted_digest as "wantedDigest", upload.image_id as "imageId",
  (select image.task_id from image where image.id = upload.image_id and image.state = 'fetching') as "cmdId", upload.problem,
  upload.changed_at as "changedAt", upload.created_at as "createdAt"`;

const visible = (ctx: Context) =>
  visibleTo(ctx, { owner: 'upload.owner_id', site: 'upload.site_id' }, 'own');

/**
 * Finds an upload. `for share` locks it for writing content, `for update` exclusively, until the
 * transaction
 * ends. Throws `notFound`.
 */
export async function findUpload(
  ctx: Context,
  uploadId: string,
  rowLock?: 'for share' | 'for update',
): Promise<Upload> {
  // Locks in a separate statement first, because only a later statement sees what another call has
  // started in the meantime.
  if (rowLock)
    await sql`select from image_upload upload where upload.id = ${uploadId} and ${visible(ctx)} ${sql.raw(rowLock)}`.execute(
      ctx.db,
    );
  const { rows } =
    await sql<Upload>`select ${columns} from image_upload upload where upload.id = ${uploadId} and ${visible(ctx)}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw userError('notFound', { what: 'upload', id: uploadId });
  return rows[0];
}

export async function listUploadRows(ctx: Context): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    select ${columns} from image_upload upload where ${visible(ctx)} order by upload.created_at, upload.id limit 100`.execute(
    ctx.db,
  );
  return rows;
}

/** Number of uploads that the caller can access. */
export async function countUploads(ctx: Context): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from image_upload upload where ${visible(ctx)}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** Finds an upload without permission checks, for internal work. Throws `notFound`. */
export async function uploadOf(ctx: Pick<Context, 'db'>, uploadId: string): Promise<Upload> {
  const { rows } =
    await sql<Upload>`select ${columns} from image_upload upload where upload.id = ${uploadId}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw userError('notFound', { what: 'upload', id: uploadId });
  return rows[0];
}

/**
 * Stores why no image could be created from the upload, which is kept for another attempt or
 * deletion.
 */
export async function markUploadProblem(
  ctx: Pick<Context, 'db'>,
  uploadId: string,
  imageId: string,
): Promise<void> {
  await sql`update image_upload set problem = (select problem from image where id = ${imageId}), changed_at = now() where id = ${uploadId}`.execute(
    ctx.db,
  );
  await announceUpload(ctx, uploadId);
}

export async function deleteUpload(ctx: Pick<Context, 'db'>, uploadId: string): Promise<void> {
  await announceUpload(ctx, uploadId);
  await imageTables(ctx.db).deleteFrom('image_upload').where('id', '=', uploadId).execute();
}

/** Notifies the browsers of users with access to the upload. */
export async function announceUpload(ctx: Pick<Context, 'db'>, uploadId: string): Promise<void> {
  const { ownerId, siteId } = await uploadOf(ctx, uploadId).catch(() => ({
    ownerId: null,
    siteId: null,
  }));
  if (ownerId !== null && siteId !== null)
    await announce(ctx.db as Context['db'], {
      topic: 'imageUpload',
      id: uploadId,
      siteId,
      ownerId,
    });
}
