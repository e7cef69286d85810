import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImageFile, Progress } from '../../port.ts';
import { checkId } from '../../spec.ts';
import type { QemuContext } from '../context.ts';
import { asEngineError, qemuError } from '../errors.ts';
import type { DirectBoot } from '../process/arguments.ts';
import type { DataPaths } from '../process/paths.ts';
import { requireStorage } from '../sizing/host.ts';
import { gigabyte } from './disks.ts';

/** `image.json` next to the files of an imported image. */
export interface ImageMetadata {
  id: string;
  format: ImageFile['format'];
  virtualSizeGb: number;
  /** Kernel command line. Null for images with a boot loader. */
  append: string | null;
  hasInitrd: boolean;
}

/**
 * Inspects the image and copies it into the data folder. Importing it again returns the existing
 * image.
 */
export async function importImage(
  context: QemuContext,
  image: ImageFile,
  { progress, signal }: { progress?: Progress; signal?: AbortSignal },
): Promise<{ virtualSizeGb: number }> {
  checkId('qemu', image.id);
  const existing = await findImage(context, image.id);
  if (existing) return { virtualSizeGb: existing.virtualSizeGb };
  const { virtualBytes } = await context.disks.checkForeignImage(image);
  const { size } = await stat(image.path);
  await requireStorage(context, size / gigabyte, 'the image');
  const target = context.paths.image(image.id);
  const draft = context.paths.image(`.importing-${image.id}`);
  const directBoot =
    image.bootsAs !== undefined && !image.kernel
      ? await directBootOf(context, image.bootsAs).catch(() => null)
      : null;
  const { kernel, initrd, append } = directBoot ?? image;
  const facts: ImageMetadata = {
    id: image.id,
    format: image.format,
    virtualSizeGb: Math.ceil(virtualBytes / gigabyte),
    append: kernel ? (append ?? '') : null,
    hasInitrd: initrd !== undefined,
  };
  try {
    await rm(draft.folder, { recursive: true, force: true });
    await mkdir(draft.folder, { recursive: true });
    await copyWithProgress(image.path, draft.disk, size, progress, signal);
    if (kernel) await copyFile(kernel, draft.kernel);
    if (initrd) await copyFile(initrd, draft.initrd);
    await writeFile(draft.facts, JSON.stringify(facts, null, 1));
    await grantImageAccess(context, draft);
    await rename(draft.folder, target.folder);
  } catch (error) {
    await rm(draft.folder, { recursive: true, force: true });
    throw signal?.aborted ? error : asEngineError('Importing the image', error);
  }
  return { virtualSizeGb: facts.virtualSizeGb };
}

/** Grants the servers' account read access to the image's files. */
export async function grantImageAccess(
  context: QemuContext,
  { folder, disk, kernel, initrd }: ReturnType<DataPaths['image']>,
): Promise<void> {
  await context.confinement.lendFolder(folder);
  for (const file of [disk, kernel, initrd]) await context.confinement.lend(file);
}

/** Throws `refused` while a server's disk is based on it. */
export async function removeImage(context: QemuContext, imageId: string): Promise<void> {
  checkId('qemu', imageId);
  const ids = await context.states.ids();
  const states = await Promise.all(ids.map((id) => context.states.find(id)));
  const users = states.filter((state) => state?.imageId === imageId || state?.iso === imageId);
  if (users.length > 0)
    throw qemuError(
      'refused',
      `The image is in use: the disks of ${users.length} server(s) rest on it.`,
    );
  await rm(context.paths.image(imageId).folder, { recursive: true, force: true });
}

export async function findImage(
  context: QemuContext,
  imageId: string,
): Promise<ImageMetadata | null> {
  const text = await readFile(context.paths.image(imageId).facts, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as ImageMetadata);
}

/** Throws `notFound` when the image was never imported. */
export async function readImage(context: QemuContext, imageId: string): Promise<ImageMetadata> {
  checkId('qemu', imageId);
  const facts = await findImage(context, imageId);
  if (!facts) throw qemuError('notFound', "This image isn't on the host. Import it first.");
  return facts;
}

/** The kernel that a server of this image boots with. Null for an image with a boot loader. */
export async function directBootOf(
  context: QemuContext,
  imageId: string | null,
): Promise<DirectBoot | null> {
  if (imageId === null) return null;
  const facts = await readImage(context, imageId);
  if (facts.append === null) return null;
  const { kernel, initrd } = context.paths.image(imageId);
  return { kernel, append: facts.append, ...(facts.hasInitrd && { initrd }) };
}

/** File systems that can share blocks copy instantly. Otherwise progress is reported by bytes. */
async function copyWithProgress(
  source: string,
  target: string,
  size: number,
  progress: Progress | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isShared = await copyFile(source, target, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  );
  if (isShared) return progress?.(100);
  let copied = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      copied += chunk.length;
      progress?.(Math.floor((100 * copied) / size));
      done(null, chunk);
    },
  });
  await pipeline(
    createReadStream(source, { highWaterMark: 2 ** 20 }),
    counter,
    createWriteStream(target),
    { ...(signal && { signal }) },
  );
}
