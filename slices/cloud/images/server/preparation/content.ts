import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Step, TaskContext } from '../../../../../server/platform/tasks/task.ts';
import { localize } from '../../texts/localize.ts';
import { findBuilder } from '../catalog/builders.ts';
import { readChecksums } from '../fetch/checksums.ts';
import { baseName, digestIn } from '../fetch/digest.ts';
import { download } from '../fetch/download.ts';
import { imageProgress } from '../state.ts';
import { readImage, type StoredImage } from '../store.ts';
import { explainingFailure } from './failing.ts';
import { readStaged, removeStaged, type Staged, stagingFolder, writeStaged } from './staging.ts';

export interface ImageInput {
  imageId: string;
}
export type ImageTask = TaskContext<ImageInput>;

export const folderOf = (task: ImageTask): string =>
  stagingFolder(task.ctx.services.config, task.input.imageId);

/**
 * Creates a step that stores the content in the staging folder, unless an earlier attempt already
 * did.
 */
function contentStep(
  stepLabel: Pick<Step<ImageInput>, 'name' | 'title'>,
  get: (task: ImageTask, image: StoredImage) => Promise<Staged>,
): Step<ImageInput> {
  return {
    ...stepLabel,
    weight: 88,
    do: async (task) => {
      const image = await readImage(task.ctx, task.input.imageId);
      await explainingFailure(task, image.name, async () => {
        if (!(await readStaged(folderOf(task))))
          await writeStaged(folderOf(task), await get(task, image));
      });
    },
    undo: (task) => removeStaged(folderOf(task)),
  };
}

export const fetchContent = contentStep(
  { name: 'fetch', title: localize('fetchContent') },
  async (task, image) => {
    const address = image.source_address;
    if (!address) throw new Error(`The image ${image.code} has no address to be fetched from.`);
    const digest = await publishedDigest(task, image, address);
    await task.log(localize('content.fetchContent.downloading', { address }));
    const file = join(folderOf(task), 'disk');
    const { report, settle } = imageProgress(task);
    try {
      const trustedOrigins = task.ctx.services.config.imageSources ?? [];
      const downloaded = await download({
        image: image.name,
        address,
        trustedOrigins,
        file,
        digest,
        signal: task.signal,
        progress: report,
      });
      await task.log(
        localize('content.fetchContent.bytes', {
          sizeBytes: downloaded.sizeBytes,
          digestType: downloaded.digestType,
          digest: downloaded.digest,
        }),
      );
      return {
        file: { id: image.id, path: file, format: image.format },
        sizeBytes: downloaded.sizeBytes,
        digest: downloaded.digest,
        isDigestVerified: digest !== null,
      };
    } finally {
      await settle();
    }
  },
);

/**
 * Returns the digest published by the vendor. If there is none, logs a warning and returns null.
 */
async function publishedDigest(
  task: ImageTask,
  image: StoredImage,
  address: string,
): Promise<string | null> {
  if (!image.digest_address) {
    await task.warn(
      localize('content.wantedDigest.vendorPublishesNoChecksum', { name: image.name }),
    );
    return null;
  }
  const trustedOrigins = task.ctx.services.config.imageSources ?? [];
  const checksums = await readChecksums({
    address: image.digest_address,
    signal: task.signal,
    trustedOrigins,
  });
  const fileName = baseName(new URL(address).pathname);
  const digest = digestIn(checksums, fileName);
  if (digest) return digest;
  const problem = localize('content.problem.vendorsChecksumFileDoesnt', {
    digestAddress: image.digest_address,
    fileName,
  });
  throw userError('imageFetchFailed', { image: image.name, problem });
}

export const buildContent = contentStep(
  { name: 'build', title: localize('buildContent') },
  async (task, image) => {
    const builder = findBuilder(task.ctx.services, image.code);
    if (!builder) throw new Error(`Nothing here builds the image ${image.code}.`);
    const folder = join(folderOf(task), 'build');
    await rm(folder, { recursive: true, force: true });
    let lines: Promise<void> = Promise.resolve();
    const logLine = (line: string) => {
      lines = lines.then(() => task.log(line));
      // Prevents an unhandled rejection. A failure is thrown when `lines` is awaited after the
      // build.
      lines.catch(() => {});
    };
    const file = await builder.build(folder, logLine, task.signal);
    await lines;
    const { size } = await stat(file.path);
    return {
      file: { ...file, id: image.id },
      sizeBytes: size,
      digest: null,
      isDigestVerified: false,
    };
  },
);
