import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import { render } from '../../../../../contract/errors/messages.ts';
import { fileNameProblem } from '../../../../../contract/fields/paths.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import { readSetting } from '../../../../../server/platform/settings/settings.ts';
import { chunkBytes, type uploadEndpoints, type uploadItem } from '../../contract/uploads.ts';
import { digestTypeOf } from '../fetch/digest.ts';
import { checkStorageCost, requireTool, startContentTask } from '../private/create.ts';
import { insertPrivateImage } from '../private/insert.ts';
import { asGb, requireQuota, requireSpace } from '../private/quota.ts';
import { keepUploadsHours, maxUploadGb } from '../settings.ts';
import { imageTables, lockOwnImage, type UploadFacts } from '../store.ts';
import { chunkCount, createUploadFiles, receivedChunksOf, writeChunk } from './files.ts';
import {
  announceUpload,
  deleteUpload,
  findUpload,
  listUploadRows,
  type Upload,
  uploadFolder,
} from './store.ts';

type Item = z.input<typeof uploadItem>;
type Detail = z.input<(typeof uploadEndpoints)['getUpload']['answer']>;

/** Maximum number of unfinished uploads per account. */
const uploadsMax = 5;
/**
 * Minimum interval between updates of the row while chunks arrive, in seconds. The updates show
 * that the upload is still active.
 */
const touchSeconds = 30;

export type UploadInput = UploadFacts & {
  fileName: string;
  sizeBytes: number;
  digest?: string | undefined;
};

/** Starts an upload after checking everything that could prevent it. */
export async function startUpload(
  ctx: SignedInContext,
  { fileName, sizeBytes, digest, ...fields }: UploadInput,
): Promise<Item> {
  await ctx.services.resources.requireDiskReserve();
  const nameProblem = fileNameProblem(fileName);
  if (nameProblem) throw userError(nameProblem, {}, 'fileName');
  if (digest) digestTypeOf(digest);
  if (fields.familyOf !== undefined) await lockOwnImage(ctx, fields.familyOf, 'manage');
  const maxGb = await readSetting(ctx, maxUploadGb);
  if (sizeBytes > maxGb * 2 ** 30)
    throw userError('uploadTooLarge', { given: asGb(sizeBytes), max: maxGb }, 'sizeBytes');
  await requireTool(ctx);
  await requireQuota(ctx, { id: ctx.actor.userId }, sizeBytes);
  await checkStorageCost(ctx, { id: ctx.actor.userId, siteId: ctx.actor.siteId });
  const open = await imageTables(ctx.db)
    .selectFrom('image_upload')
    .select('id')
    .where('owner_id', '=', ctx.actor.userId)
    .execute();
  if (open.length >= uploadsMax) throw userError('uploadLimit', { max: uploadsMax });
  // Room for the uploaded file and the image created from it.
  await requireSpace(ctx, fields.name, 2 * sizeBytes);
  const { id } = await imageTables(ctx.db)
    .insertInto('image_upload')
    .values({
      ...{
        owner_id: ctx.actor.userId,
        site_id: ctx.actor.siteId,
        file_name: fileName,
        size_bytes: sizeBytes,
        chunk_bytes: chunkBytes,
      },
      ...{ facts: JSON.stringify(fields), wanted_digest: digest || null, image_id: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The files remain if the call fails after this. The periodic job deletes folders without a row.
  await createUploadFiles(uploadFolder(ctx.services.config, id), { sizeBytes, chunkBytes });
  ctx.note({
    targetType: 'imageUpload',
    targetId: id,
    after: { fileName, sizeBytes, name: fields.name },
  });
  await announceUpload(ctx, id);
  return await describe(ctx, await findUpload(ctx, id));
}

export async function listUploads(ctx: SignedInContext): Promise<{ items: Item[] }> {
  const uploads = await listUploadRows(ctx);
  return { items: await Promise.all(uploads.map((upload) => describe(ctx, upload))) };
}

export async function getUpload(ctx: SignedInContext, uploadId: string): Promise<Detail> {
  const upload = await findUpload(ctx, uploadId);
  const { missing, firstDigest } = await receivedChunksOf(
    uploadFolder(ctx.services.config, upload.id),
    upload,
  );
  return { ...(await describe(ctx, upload)), missing, firstDigest };
}

/** Stores a chunk. The row is locked so that no chunk is written while the task reads the file. */
export async function putChunk(
  ctx: SignedInContext,
  uploadId: string,
  offset: number,
  digest: string,
  bytes: Buffer,
): Promise<void> {
  await ctx.services.resources.requireDiskReserve();
  await ctx.db.transaction().execute(async (transaction) => {
    const upload = await findUpload(withDb(ctx, transaction), uploadId, 'for share');
    if (upload.cmdId !== null) throw userError('uploadTaken', { cmdId: upload.cmdId });
    await writeChunk(
      uploadFolder(ctx.services.config, upload.id),
      upload,
      offset,
      digest,
      bytes,
    ).catch((error: unknown) => {
      throw isFull(error)
        ? userError('imageNoSpace', {
            image: upload.facts.name,
            needed: asGb(upload.sizeBytes),
            free: '0',
            folder: '',
          })
        : error;
    });
  });
  await sql`update image_upload set changed_at = now(), problem = null
    where id = ${uploadId} and changed_at < now() - ${touchSeconds} * interval '1 second'`.execute(
    ctx.db,
  );
}

const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC';

/**
 * Starts creating the image, also after a failed attempt. Throws `uploadIncomplete`, `uploadTaken`.
 */
export async function finishUpload(
  ctx: SignedInContext,
  uploadId: string,
): Promise<{ cmdId: number; imageId: string }> {
  const upload = await findUpload(ctx, uploadId, 'for update');
  if (upload.cmdId !== null) throw userError('uploadTaken', { cmdId: upload.cmdId });
  const { count } = await receivedChunksOf(uploadFolder(ctx.services.config, upload.id), upload);
  const total = chunkCount(upload);
  if (count < total) throw userError('uploadIncomplete', { missing: total - count, total });
  await requireTool(ctx);
  const owner = { id: upload.ownerId, siteId: upload.siteId };
  const image = await imageFor(ctx, upload, owner);
  await sql`update image_upload set image_id = ${image.id}, problem = null, changed_at = now() where id = ${uploadId}`.execute(
    ctx.db,
  );
  const handle = await startContentTask(
    ctx,
    image,
    owner,
    { kind: 'upload', uploadId },
    `image:${image.id}`,
  );
  await announceUpload(ctx, uploadId);
  return handle;
}

/** Creates the image, or reuses that of an earlier, failed attempt. */
async function imageFor(
  ctx: Context,
  upload: Upload,
  owner: { id: string; siteId: string },
): Promise<{ id: string; name: string }> {
  if (upload.imageId !== null) return { id: upload.imageId, name: upload.facts.name };
  return await insertPrivateImage(ctx, owner, upload.facts, {
    source: 'upload',
    wantedDigest: upload.wantedDigest ?? undefined,
  });
}

export async function cancelUpload(ctx: SignedInContext, uploadId: string): Promise<void> {
  const upload = await findUpload(ctx, uploadId, 'for update');
  if (upload.cmdId !== null) throw userError('uploadTaken', { cmdId: upload.cmdId });
  ctx.note({
    targetType: 'imageUpload',
    targetId: uploadId,
    before: { fileName: upload.fileName, sizeBytes: upload.sizeBytes },
  });
  await deleteUpload(ctx, uploadId);
  // Data from an earlier attempt is unusable.
  if (upload.imageId !== null)
    await imageTables(ctx.db)
      .deleteFrom('image')
      .where('id', '=', upload.imageId)
      .where('state', 'in', ['failed', 'absent'])
      .execute();
  const folder = uploadFolder(ctx.services.config, uploadId);
  ctx.afterCommit(() => rm(folder, { recursive: true, force: true }));
}

async function describe(ctx: SignedInContext, upload: Upload): Promise<Item> {
  const { count } = await receivedChunksOf(uploadFolder(ctx.services.config, upload.id), upload);
  const hours = await readSetting(ctx, keepUploadsHours);
  return {
    ...{
      id: upload.id,
      fileName: upload.fileName,
      sizeBytes: upload.sizeBytes,
      chunkBytes: upload.chunkBytes,
    },
    ...{
      chunks: chunkCount(upload),
      receivedChunks: count,
      name: upload.facts.name,
      kind: upload.facts.kind,
      cmdId: upload.cmdId,
    },
    problem:
      upload.cmdId === null
        ? (upload.problem
            ?.map(({ name, values }) => render(name, ctx.language, values))
            .join(' ') ?? null)
        : null,
    createdAt: upload.createdAt.toISOString(),
    expiresAt: new Date(upload.changedAt.getTime() + hours * 3_600_000).toISOString(),
  };
}
