import { hostname } from 'node:os';
import type { EngineServer } from '../port.ts';
import { checkId } from '../spec.ts';
import { simulatedError } from './error.ts';
import { growthLimitOf } from './growth.ts';
import type { SimulatedServer, SimulatedStore } from './store.ts';

export const hostId = () => `${hostname()}-simulated`;

/** What must be unchanged to restore a memory snapshot. */
export function hardwareOf({ cores, ramMb, disks, nics }: SimulatedServer): string {
  return JSON.stringify([cores, ramMb, disks, nics.map(({ id, mac }) => [id, mac])]);
}

export function toEngineServer(server: SimulatedServer): EngineServer {
  const { id, power, cores, ramMb, disks, iso = null, bootFrom = 'disk' } = server;
  const nics = server.nics.map((nic) => ({
    ...nic,
    forwards: [],
    firewallEnforcement: 'nothing' as const,
  }));
  const snapshots = server.snapshots.map((snapshot) => snapshot.id);
  return {
    id,
    power,
    cores,
    ramMb,
    disks,
    nics,
    snapshots,
    iso,
    bootFrom,
    hostId: hostId(),
    ...(power === 'on' && { room: growthLimitOf(server) }),
  };
}

/** Throws when there is no such server. */
export async function readServer(store: SimulatedStore, id: string): Promise<SimulatedServer> {
  checkId('simulated', id);
  const server = await store.servers.read(id);
  if (!server) throw simulatedError('notFound', "This server doesn't exist on its host.");
  return server;
}
