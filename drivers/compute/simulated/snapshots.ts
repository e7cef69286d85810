import { clock } from '../../../server/platform/clock.ts';
import type { EnginePower } from '../port.ts';
import { simulatedError } from './error.ts';
import { failingNames } from './failingNames.ts';
import { turnOff } from './power.ts';
import { hardwareOf } from './server.ts';
import { isPowered, type SimulatedServer } from './store.ts';

/** `sizeBytes` is the size of the saved memory. 0 without memory. */
export function createSimulatedSnapshot(
  server: SimulatedServer,
  snapshotId: string,
  memory: boolean,
): { withMemory: boolean; sizeBytes: number } {
  const existing = server.snapshots.find((snapshot) => snapshot.id === snapshotId);
  if (existing) return { withMemory: existing.withMemory, sizeBytes: existing.sizeBytes };
  if (server.name === failingNames.snapshot)
    throw simulatedError(
      'failed',
      `Simulated failure: no snapshot of a server named "${server.name}".`,
    );
  const withMemory = memory && isPowered(server);
  const sizeBytes = withMemory ? server.ramMb * 2 ** 20 : 0;
  const diskIds = server.disks.map((disk) => disk.id);
  server.snapshots.push({
    id: snapshotId,
    withMemory,
    sizeBytes,
    power: server.power,
    diskIds,
    hardware: hardwareOf(server),
  });
  return { withMemory, sizeBytes };
}

/** Restores the memory only if the hardware is unchanged. The server is off otherwise. */
export function revertSimulatedSnapshot(
  server: SimulatedServer,
  snapshotId: string,
): { power: EnginePower } {
  const snapshot = server.snapshots.find((candidate) => candidate.id === snapshotId);
  if (!snapshot)
    throw simulatedError('notFound', `The server "${server.name}" doesn't have this snapshot.`);
  const resumesMemory = snapshot.withMemory && snapshot.hardware === hardwareOf(server);
  if (!resumesMemory) turnOff(server);
  else {
    server.power = snapshot.power;
    server.startedAt ||= clock.now().getTime();
  }
  return { power: server.power };
}
