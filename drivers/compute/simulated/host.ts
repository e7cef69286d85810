import { availableParallelism, hostname } from 'node:os';
import type { EngineCapabilities, EngineHost } from '../port.ts';
import { hostId } from './server.ts';
import type { SimulatedServer } from './store.ts';

export function simulatedCapabilities(): EngineCapabilities {
  const live = {
    addDisk: true,
    growDisk: true,
    removeDisk: true,
    addNic: true,
    removeNic: true,
    cores: true,
    ram: true,
    snapshotMemory: true,
  };
  return {
    engine: 'simulated',
    acceleration: 'none',
    description:
      'Simulated: servers are only kept in files, nothing real runs, and all readings are computed',
    ready: true,
    consoles: ['serial'],
    live,
    network: 'none',
    firewall: 'nothing',
  };
}

/** This machine as a host: 1 TB of memory and 1 PB of storage, minus what the servers use. */
export function simulatedHost(servers: readonly SimulatedServer[], dataDir: string): EngineHost {
  const usedMemory = servers
    .filter(({ power }) => power !== 'off')
    .reduce((sum, { ramMb }) => sum + ramMb, 0);
  const stored = servers.flatMap(({ disks }) => disks).reduce((sum, { sizeGb }) => sum + sizeGb, 0);
  return {
    id: hostId(),
    name: `${hostname()} (simulated)`,
    engine: 'simulated',
    acceleration: 'none',
    version: 'simulated',
    cpu: { model: 'Simulated', cores: availableParallelism(), loadPercent: 0 },
    memoryMb: { total: 1_048_576, free: Math.max(0, 1_048_576 - usedMemory) },
    storageGb: { total: 1_000_000, free: Math.max(0, 1_000_000 - stored), path: dataDir },
    uptimeSeconds: Math.floor(process.uptime()),
    servers: servers.length,
  };
}
