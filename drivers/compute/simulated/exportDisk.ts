import { rename, writeFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { EngineError } from '../port.ts';
import { emptyQcow2 } from './emptyQcow2.ts';
import type { SimulatedServer } from './store.ts';

/** Simulated disks have no content, so the export is a real, empty disk of the same size. */
export async function exportSimulatedDisk(
  server: SimulatedServer,
  diskId: string,
  to: { path: string; snapshotId?: string },
): Promise<{ sizeBytes: number; virtualSizeGb: number }> {
  const disk = server.disks.find(({ id }) => id === diskId);
  if (!disk)
    throw new EngineError(
      'simulated',
      'notFound',
      `The server "${server.name}" doesn't have this disk.`,
    );
  const snapshot = server.snapshots.find(({ id }) => id === to.snapshotId);
  if (to.snapshotId !== undefined && !snapshot)
    throw new EngineError(
      'simulated',
      'notFound',
      `The server "${server.name}" doesn't have this snapshot.`,
    );
  if (snapshot && !snapshot.diskIds.includes(diskId))
    throw new EngineError(
      'simulated',
      'refused',
      `The snapshot doesn't contain this disk. It was added later.`,
    );
  if (!isAbsolute(to.path))
    throw new EngineError('simulated', 'refused', `"${to.path}" is no whole path to export to.`);
  const content = emptyQcow2(disk.sizeGb);
  await writeFile(`${to.path}.part`, content, { mode: 0o600 });
  await rename(`${to.path}.part`, to.path);
  return { sizeBytes: content.length, virtualSizeGb: disk.sizeGb };
}
