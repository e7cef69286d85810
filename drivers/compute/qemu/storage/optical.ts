import { copyFile, link, rm } from 'node:fs/promises';
import type { QemuContext } from '../context.ts';
import { asEngineError, qemuError } from '../errors.ts';
import type { ServerPaths } from '../process/paths.ts';
import type { QmpClient } from '../process/qmp.ts';
import { monitorWhenRunning } from '../sizing/hotplug.ts';
import type { ServerState } from '../state.ts';
import { readImage } from './images.ts';
import { drive, medium, mediumNode } from './opticalDrive.ts';

/** Inserts a CD image into the drive, or ejects it. */
export async function setIso(
  context: QemuContext,
  state: ServerState,
  imageId: string | null,
): Promise<void> {
  if ((state.iso ?? null) === imageId) return;
  if (imageId !== null && (await readImage(context, imageId)).format !== 'iso')
    throw qemuError('refused', 'This image is a disk, no CD: only CDs go into the drive.');
  const client = await monitorWhenRunning(context, state.id);
  const paths = context.paths.server(state.id);
  if (imageId !== null) await attachCdFile(context, paths, imageId);
  if (client && state.layout) await change(client, imageId === null ? null : paths.isoOf(imageId));
  if (state.iso) await rm(paths.isoOf(state.iso), { force: true });
  await context.states.write({ ...state, iso: imageId });
}

/** Links the CD into the server's folder, the only one its QEMU sees. */
export async function attachCdFile(
  context: QemuContext,
  paths: ServerPaths,
  imageId: string,
): Promise<void> {
  const { disk } = context.paths.image(imageId);
  await context.confinement.lend(disk);
  await rm(paths.isoOf(imageId), { force: true });
  await link(disk, paths.isoOf(imageId)).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(disk, paths.isoOf(imageId));
    await context.confinement.lend(paths.isoOf(imageId));
  });
}

async function change(client: QmpClient, path: string | null): Promise<void> {
  try {
    await client.execute('blockdev-open-tray', { id: drive, force: true }).catch(() => undefined);
    await client.execute('blockdev-remove-medium', { id: drive }).catch(() => undefined);
    await client.execute('blockdev-del', { 'node-name': medium }).catch(() => undefined);
    if (path !== null) {
      await client.execute('blockdev-add', mediumNode(path));
      await client.execute('blockdev-insert-medium', { id: drive, 'node-name': medium });
    }
    await client.execute('blockdev-close-tray', { id: drive }).catch(() => undefined);
  } catch (error) {
    throw asEngineError('Changing the CD', error);
  }
}

/** Sets the boot device for the next start. Booting from CD requires a CD in the drive. */
export async function bootFrom(
  context: QemuContext,
  state: ServerState,
  from: 'disk' | 'iso',
): Promise<void> {
  if ((state.bootFrom ?? 'disk') === from) return;
  if (from === 'iso' && !state.iso)
    throw qemuError(
      'wrongState',
      `There is no CD in the drive of "${state.name}": put one in first.`,
    );
  await context.states.write({ ...state, bootFrom: from });
}
