import { open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { EngineError } from '../port.ts';
import { imageSizeGb } from './emptyQcow2.ts';
import { simulatedError } from './error.ts';
import { isPowered, type SimulatedServer } from './store.ts';

/**
 * Simulated disks have no content, so this only checks that the file could be written to the disk.
 */
export function checkImport(server: SimulatedServer, diskId: string, sizeGb: number): void {
  const disk = server.disks.find(({ id }) => id === diskId);
  if (!disk)
    throw simulatedError('notFound', `The server "${server.name}" doesn't have this disk.`);
  if (isPowered(server))
    throw simulatedError(
      'wrongState',
      `The server "${server.name}" must be off to have its disk replaced.`,
    );
  if (sizeGb > disk.sizeGb)
    throw simulatedError(
      'refused',
      `The disk has ${disk.sizeGb} GB; what is to be put on it has ${sizeGb} GB.`,
    );
}

/** Size of an exported disk in GB. Throws when there is no such file. */
export async function exportedSizeGb(path: string): Promise<number> {
  if (!isAbsolute(path))
    throw simulatedError('refused', `"${path}" is no whole path to import from.`);
  const file = await open(path).catch((cause: unknown) => {
    throw new EngineError('simulated', 'notFound', `The file ${path} is not there.`, { cause });
  });
  await file.close();
  return imageSizeGb(path);
}
