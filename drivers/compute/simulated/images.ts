import { existsSync } from 'node:fs';
import type { ImageFile } from '../port.ts';
import { checkId } from '../spec.ts';
import { imageSizeGb } from './emptyQcow2.ts';
import { simulatedError } from './error.ts';
import type { SimulatedImage, SimulatedStore } from './store.ts';

/** Registers the image with its size. Its content isn't stored. */
export async function importSimulatedImage(
  store: SimulatedStore,
  image: ImageFile,
): Promise<{ virtualSizeGb: number }> {
  checkId('simulated', image.id);
  const existing = await store.images.read(image.id);
  if (existing) return { virtualSizeGb: existing.virtualSizeGb };
  if (!existsSync(image.path))
    throw simulatedError('notFound', `The image file ${image.path} is not there.`);
  const virtualSizeGb = await imageSizeGb(image.path);
  await store.images.write({ id: image.id, virtualSizeGb, isCd: image.format === 'iso' });
  return { virtualSizeGb };
}

export async function removeSimulatedImage(store: SimulatedStore, imageId: string): Promise<void> {
  checkId('simulated', imageId);
  const users = (await store.servers.all()).filter(
    (server) => server.imageId === imageId || server.iso === imageId,
  );
  if (users.length > 0)
    throw simulatedError(
      'refused',
      `The image is in use: the disks of ${users.length} server(s) rest on it.`,
    );
  await store.images.remove(imageId);
}

export async function readImage(store: SimulatedStore, imageId: string): Promise<SimulatedImage> {
  checkId('simulated', imageId);
  const image = await store.images.read(imageId);
  if (!image) throw simulatedError('notFound', "This image isn't on the host. Import it first.");
  return image;
}
