import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Progress } from '../../port.ts';
import type { QemuContext } from '../context.ts';
import { qemuError } from '../errors.ts';
import { findProcess } from '../process/process.ts';
import { requireStorage } from '../sizing/host.ts';
import type { ServerState } from '../state.ts';
import { gigabyte } from './disks.ts';

/**
 * Overwrites the disk's current content, and keeps its snapshots. Repeating an interrupted import
 * writes everything again.
 */
export async function importDisk(
  context: QemuContext,
  state: ServerState,
  diskId: string,
  from: { path: string },
  options: { progress?: Progress; signal?: AbortSignal },
): Promise<void> {
  const disk = state.disks.find(({ id }) => id === diskId);
  if (!disk) throw qemuError('notFound', `The server "${state.name}" doesn't have this disk.`);
  if (!isAbsolute(from.path))
    throw qemuError('refused', `"${from.path}" is no whole path to import from.`);
  const paths = context.paths.server(state.id);
  if ((await findProcess(paths)) !== null)
    throw qemuError(
      'wrongState',
      `The server "${state.name}" must be off to have its disk replaced.`,
    );
  const sizeGb = Math.ceil((await context.disks.virtualSize(from.path, 'qcow2')) / gigabyte);
  if (sizeGb > disk.sizeGb)
    throw qemuError(
      'refused',
      `The disk has ${disk.sizeGb} GB; what is to be put on it has ${sizeGb} GB.`,
    );
  await requireStorage(
    context,
    (await stat(from.path)).size / gigabyte,
    'what the disk is to hold',
  );
  await context.disks.overwrite(from.path, paths.disk(disk.id), options.progress, options.signal);
}
