import type { DiskSpec } from '../port.ts';
import { checkDisk, limits } from '../spec.ts';
import { simulatedError } from './error.ts';
import type { SimulatedServer } from './store.ts';

export function attachSimulatedDisk(server: SimulatedServer, disk: DiskSpec): void {
  if (server.disks.some((candidate) => candidate.id === disk.id)) return;
  if (server.disks.length >= limits.disks)
    throw simulatedError(
      'refused',
      `The server "${server.name}" has ${limits.disks} disks, the most there can be.`,
    );
  server.disks.push({ id: disk.id, sizeGb: disk.sizeGb });
}

export function growSimulatedDisk(server: SimulatedServer, diskId: string, sizeGb: number): void {
  const disk = server.disks.find((candidate) => candidate.id === diskId);
  if (!disk)
    throw simulatedError('notFound', `The server "${server.name}" doesn't have this disk.`);
  checkDisk('simulated', { id: diskId, sizeGb });
  if (sizeGb < disk.sizeGb)
    throw simulatedError(
      'refused',
      `The disk has ${disk.sizeGb} GB and cannot shrink to ${sizeGb} GB.`,
    );
  disk.sizeGb = sizeGb;
}

export function removeSimulatedDisk(server: SimulatedServer, diskId: string): void {
  if (server.disks[0]?.id === diskId)
    throw simulatedError('refused', `The boot disk of "${server.name}" cannot be removed.`);
  if (server.snapshots.some(({ diskIds }) => diskIds.includes(diskId)))
    throw simulatedError(
      'refused',
      `A snapshot of "${server.name}" holds this disk: delete the snapshot first.`,
    );
  server.disks = server.disks.filter((disk) => disk.id !== diskId);
}
