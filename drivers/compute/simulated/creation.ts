import type { ServerSpec } from '../port.ts';
import { simulatedError } from './error.ts';
import { failingNames } from './failingNames.ts';
import { readImage } from './images.ts';
import { exportedSizeGb } from './importDisk.ts';
import { readServer } from './server.ts';
import { isPowered, type SimulatedStore } from './store.ts';

/** Does nothing when the server exists already. */
export async function createSimulated(store: SimulatedStore, spec: ServerSpec): Promise<void> {
  if (await store.servers.read(spec.id)) return;
  if (spec.name === failingNames.create)
    throw simulatedError(
      'failed',
      `Simulated failure: a server named "${spec.name}" cannot be created.`,
    );
  const imageId = await imageFor(store, spec);
  const { id, name, cores, ramMb, seed } = spec;
  const disks = spec.disks.map((disk) => ({ ...disk }));
  await store.servers.write({
    ...{ id, name, cores, ramMb, seed, disks, imageId },
    nics: [...spec.nics],
    power: 'off',
    startedAt: 0,
    snapshots: [],
  });
}

/**
 * The ID of the image that the disks of a new server are based on. Null if there is none. Throws
 * when the source can't be used or a disk is too small for it.
 */
async function imageFor(store: SimulatedStore, spec: ServerSpec): Promise<string | null> {
  const { source } = spec;
  if (source.kind === 'blank') return null;
  if (source.kind === 'image') {
    const image = await readImage(store, source.imageId);
    if (image.isCd)
      throw simulatedError(
        'refused',
        'The image is a CD; a server starts from a disk. Put it into the drive of a server instead.',
      );
    const bootGb = spec.disks[0]?.sizeGb ?? 0;
    if (bootGb < image.virtualSizeGb)
      throw simulatedError(
        'refused',
        `The image needs a disk of ${image.virtualSizeGb} GB; ${bootGb} GB were asked for.`,
      );
    return image.id;
  }
  if (source.kind === 'files') return await imageOfFiles(store, spec, source);
  const original = await readServer(store, source.serverId);
  const snapshot = original.snapshots.find(({ id }) => id === source.snapshotId);
  if (source.snapshotId !== undefined && !snapshot)
    throw simulatedError('notFound', `The server "${original.name}" doesn't have this snapshot.`);
  if (!snapshot && isPowered(original))
    throw simulatedError('wrongState', `The server "${original.name}" must be off to be copied.`);
  const disks = original.disks.filter(({ id }) => !snapshot || snapshot.diskIds.includes(id));
  const smaller = disks.some((disk, index) => (spec.disks[index]?.sizeGb ?? 0) < disk.sizeGb);
  if (smaller)
    throw simulatedError(
      'refused',
      `The copy needs a disk for each disk of "${original.name}", as large or larger.`,
    );
  return original.imageId;
}

async function imageOfFiles(
  store: SimulatedStore,
  spec: ServerSpec,
  { paths, imageId }: Extract<ServerSpec['source'], { kind: 'files' }>,
): Promise<string | null> {
  for (const [index, path] of paths.entries()) {
    const sizeGb = await exportedSizeGb(path);
    const requestedGb = spec.disks[index]?.sizeGb ?? 0;
    if (requestedGb < sizeGb)
      throw simulatedError(
        'refused',
        `Disk ${index + 1} needs ${sizeGb} GB or more; ${requestedGb} GB were asked for.`,
      );
  }
  return imageId === null ? null : (await readImage(store, imageId)).id;
}
