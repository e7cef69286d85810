import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { untranslated, userError } from '../../../../../contract/errors/errors.ts';
import { ImageRejected } from '../../../../../drivers/diskimage/port.ts';
import { readSetting } from '../../../../../server/platform/settings/settings.ts';
import {
  defineTask,
  type Step,
  type TaskContext,
  type TaskType,
} from '../../../../../server/platform/tasks/task.ts';
import { engineOf } from '../../../datacenters/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { digestTypeOf } from '../fetch/digest.ts';
import { download } from '../fetch/download.ts';
import { importIntoAll, removeFromAll } from '../preparation/engines.ts';
import { explainingFailure } from '../preparation/failing.ts';
import {
  readStaged,
  removeStaged,
  type Staged,
  stagingFolder,
  writeStaged,
} from '../preparation/staging.ts';
import { maxImageDiskGb, maxUploadGb } from '../settings.ts';
import { imageProgress, markFetching, markUndone } from '../state.ts';
import { readImage, type StoredImage } from '../store.ts';
import { verifyChunks } from '../uploads/files.ts';
import { deleteUpload, markUploadProblem, uploadFolder, uploadOf } from '../uploads/store.ts';
import { markPrivateReady } from './metering.ts';
import { asGb, freeBytes, remainingQuota } from './quota.ts';
import { trustedOrigins } from './trusted.ts';

const input = z.strictObject({
  imageId: z.uuid(),
  from: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('upload'), uploadId: z.uuid() }),
    z.strictObject({ kind: z.literal('address') }),
    z.strictObject({
      kind: z.literal('disk'),
      serverId: z.uuid(),
      diskId: z.uuid(),
      snapshotId: z.uuid().nullable(),
      datacenterId: z.uuid(),
    }),
  ]),
});
export type TakeInput = z.output<typeof input>;
type CreateImageTask = TaskContext<TakeInput>;

const folderOf = (task: CreateImageTask) =>
  stagingFolder(task.ctx.services.config, task.input.imageId);

const reserve: Step<TakeInput> = {
  name: 'reserve',
  title: localize('reserve'),
  do: (task) => task.write((ctx) => markFetching(ctx, task.input.imageId, task.cmdId)),
  undo: (task) =>
    task.write(async (ctx) => {
      await markUndone(ctx, task.input.imageId, task.cmdId);
      if (task.input.from.kind === 'upload')
        await markUploadProblem(ctx, task.input.from.uploadId, task.input.imageId);
    }),
};

const transfer: Step<TakeInput> = {
  name: 'take',
  title: localize('take'),
  weight: 90,
  do: async (task) => {
    const image = await readImage(task.ctx, task.input.imageId);
    await explainingFailure(task, image.name, async () => {
      if (await readStaged(folderOf(task))) return;
      const { report, settle } = imageProgress(task);
      try {
        await writeStaged(folderOf(task), await stageContent(task, image, report));
      } catch (error) {
        if (error instanceof ImageRejected)
          throw userError('imageRefused', {
            image: image.name,
            problem: untranslated(error.message),
          });
        throw error;
      } finally {
        await settle();
      }
    });
  },
  undo: (task) => removeStaged(folderOf(task)),
};

/** Obtains the content. Receiving it counts as 70 of 100 percent, and processing it as the rest. */
function stageContent(
  task: CreateImageTask,
  image: StoredImage,
  report: (percent: number) => void,
): Promise<Staged> {
  if (task.input.from.kind === 'upload')
    return assembleUpload(task, image, task.input.from.uploadId, report);
  if (task.input.from.kind === 'disk') return copyDisk(task, image, task.input.from, report);
  return downloadAddress(task, image, report);
}

async function assembleUpload(
  task: CreateImageTask,
  image: StoredImage,
  uploadId: string,
  report: (percent: number) => void,
): Promise<Staged> {
  const upload = await uploadOf(task.ctx, uploadId);
  const folder = uploadFolder(task.ctx.services.config, uploadId);
  const type = image.wantedDigest ? digestTypeOf(image.wantedDigest) : 'sha256';
  const digest = await verifyChunks(folder, upload, type, {
    progress: (percent) => report(percent / 2),
    signal: task.signal,
  });
  if (image.wantedDigest && digest !== image.wantedDigest)
    throw userError('uploadDigest', { type, found: digest });
  await task.log(localize('task.takeUpload.bytes', { sizeBytes: upload.sizeBytes, type, digest }));
  const converted = await convert(task, image, join(folder, 'data'), (percent) =>
    report(50 + percent / 2),
  );
  return { ...converted, digest, isDigestVerified: image.wantedDigest !== null };
}

async function downloadAddress(
  task: CreateImageTask,
  image: StoredImage,
  report: (percent: number) => void,
): Promise<Staged> {
  const address = image.source_address;
  if (!address) throw new Error(`The image ${image.id} has no address to be fetched from.`);
  await task.log(localize('task.takeAddress.downloading', { address }));
  const file = join(folderOf(task), 'fetched');
  const { leftBytes } = await quotaOf(task, image);
  const maxBytes = Math.min((await readSetting(task.ctx, maxUploadGb)) * 2 ** 30, leftBytes);
  const downloaded = await download({
    ...{
      image: image.name,
      address,
      file,
      digest: image.wantedDigest,
      signal: task.signal,
      trustedOrigins: trustedOrigins(task.ctx),
    },
    progress: (percent) => report(0.7 * percent),
    conditions: { maxBytes, freeBytes: () => freeBytes(task.ctx) },
  });
  await task.log(
    localize('task.takeAddress.bytes', {
      sizeBytes: downloaded.sizeBytes,
      digestType: downloaded.digestType,
      digest: downloaded.digest,
    }),
  );
  const converted = await convert(task, image, file, (percent) => report(70 + 0.3 * percent));
  await rm(file, { force: true });
  return { ...converted, digest: downloaded.digest, isDigestVerified: image.wantedDigest !== null };
}

async function copyDisk(
  task: CreateImageTask,
  image: StoredImage,
  from: Extract<TakeInput['from'], { kind: 'disk' }>,
  report: (percent: number) => void,
): Promise<Staged> {
  const engine = await engineOf(task.ctx, from.datacenterId);
  await mkdir(folderOf(task), { recursive: true, mode: 0o700 });
  const path = join(folderOf(task), 'disk');
  const to = { path, ...(from.snapshotId !== null && { snapshotId: from.snapshotId }) };
  const { sizeBytes } = await engine.exportDisk(from.serverId, from.diskId, to, {
    progress: report,
    signal: task.signal,
  });
  await requireQuotaFor(task, image, sizeBytes);
  return { file: fileOf(image, path, 'qcow2'), sizeBytes, digest: null, isDigestVerified: false };
}

async function convert(
  task: CreateImageTask,
  image: StoredImage,
  source: string,
  progress: (percent: number) => void,
): Promise<Pick<Staged, 'file' | 'sizeBytes' | 'originalFormat'>> {
  const { leftBytes } = await quotaOf(task, image);
  const maxBytes = Math.min(await freeBytes(task.ctx), leftBytes + (await ownUploadBytes(task)));
  const options = { maxVirtualGb: maxImageDiskGb, maxBytes, progress, signal: task.signal };
  const work = join(folderOf(task), 'converted');
  await mkdir(folderOf(task), { recursive: true, mode: 0o700 });
  const converted = await task.ctx.services.ports.imageConverter.convert(source, work, options);
  const isCd = converted.format === 'iso';
  if (isCd !== (image.kind === 'iso'))
    throw new ImageRejected('unknownFormat', isCd ? cdForDisk : diskForCd);
  const path = join(folderOf(task), 'disk');
  await rename(converted.path, path);
  await rm(work, { recursive: true, force: true });
  const { size } = await stat(path);
  await requireQuotaFor(task, image, size);
  return {
    file: fileOf(image, path, converted.format),
    sizeBytes: size,
    originalFormat: converted.from,
  };
}

const cdForDisk = 'The file is a CD (ISO 9660). Bring it as an ISO.';
const diskForCd = 'The file is no CD (ISO 9660). Bring it as a private image.';

const fileOf = (image: StoredImage, path: string, format: 'qcow2' | 'iso'): Staged['file'] => ({
  ...{ id: image.id, path, format },
  ...(image.bootsAs !== null && { bootsAs: image.bootsAs }),
});

const quotaOf = (task: CreateImageTask, image: StoredImage) =>
  task.write((ctx) => remainingQuota(ctx, { id: image.ownerId ?? '' }));

/**
 * The size of the task's own upload, which stops counting toward the quota once the image exists.
 */
async function ownUploadBytes(task: CreateImageTask): Promise<number> {
  return task.input.from.kind === 'upload'
    ? (await uploadOf(task.ctx, task.input.from.uploadId)).sizeBytes
    : 0;
}

async function requireQuotaFor(
  task: CreateImageTask,
  image: StoredImage,
  sizeBytes: number,
): Promise<void> {
  const { usedBytes, maxBytes, leftBytes } = await quotaOf(task, image);
  if (sizeBytes > leftBytes + (await ownUploadBytes(task)))
    throw userError('imageQuota', {
      used: asGb(usedBytes),
      max: asGb(maxBytes),
      needed: asGb(sizeBytes),
    });
}

const importContent: Step<TakeInput> = {
  name: 'import',
  title: localize('importContent'),
  weight: 9,
  do: async (task) => {
    const image = await readImage(task.ctx, task.input.imageId);
    await explainingFailure(task, image.name, async () => {
      const staged = await readStaged(folderOf(task));
      if (!staged)
        throw new Error(`The content of the image ${image.id} is gone from ${folderOf(task)}.`);
      const options = {
        signal: task.signal,
        progress: (percent: number) => task.progress(percent),
      };
      await writeStaged(folderOf(task), {
        ...staged,
        imported: await importIntoAll(task.ctx, staged.file, options),
      });
    });
  },
  undo: (task) => removeFromAll(task.ctx, task.input.imageId),
};

/** Makes the image available for servers and starts charging for its storage. */
const finish: Step<TakeInput> = {
  name: 'finish',
  title: localize('finish'),
  do: async (task) => {
    const staged = await readStaged(folderOf(task));
    // Missing if an earlier attempt already completed this step.
    if (staged?.imported) {
      const { imported } = staged;
      await task.write(async (ctx) => {
        await markPrivateReady(ctx, task.input.imageId, staged, imported);
        if (task.input.from.kind === 'upload') await deleteUpload(ctx, task.input.from.uploadId);
      });
    }
    if (task.input.from.kind === 'upload')
      await rm(uploadFolder(task.ctx.services.config, task.input.from.uploadId), {
        recursive: true,
        force: true,
      });
    await removeStaged(folderOf(task));
  },
};

export const createImageTask: TaskType<TakeInput> = defineTask({
  type: 'image.take',
  usesDisk: true,
  title: (_input, target) => localize('takeTask', { name: target.name }),
  input,
  isCancellable: true,
  steps: [reserve, transfer, importContent, finish],
});
