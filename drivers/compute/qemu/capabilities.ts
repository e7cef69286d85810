import type { EngineCapabilities } from '../port.ts';
import type { QemuContext } from './context.ts';

/** What the engine can do on this machine, and what is missing. */
export async function describeCapabilities(context: QemuContext): Promise<EngineCapabilities> {
  const { version, acceleration, accelerationNote, problem, remedy } = await context.probe.result();
  const obstacle = await context.bridges.obstacle();
  const runs =
    acceleration === 'kvm'
      ? 'servers run at full speed (KVM).'
      : `servers are emulated and run about ten times slower. ${accelerationNote}`;
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
    engine: 'qemu',
    acceleration,
    description: problem ?? `QEMU ${version}: ${runs}`,
    ready: problem === undefined,
    ...(problem !== undefined && { problem }),
    ...(remedy !== undefined && { remedy }),
    consoles: ['vnc', 'serial'],
    live,
    network: obstacle === null ? 'bridge' : 'user',
    ...(obstacle !== null && { networkObstacle: obstacle }),
    firewall: obstacle === null ? 'all' : 'forwards',
    protections: await context.confinement.protections(),
  };
}
