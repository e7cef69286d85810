import { resolve } from 'node:path';
import type { KeyedLock } from '../keyedLock.ts';
import { BridgeNetworks } from './bridge/networks.ts';
import type { QemuContext } from './context.ts';
import { SerialLines } from './guest/console.ts';
import type { QemuEngineOptions } from './options.ts';
import { ServerConfinement } from './process/confinement.ts';
import { Monitors } from './process/monitors.ts';
import { DataPaths } from './process/paths.ts';
import { Probe } from './process/probe.ts';
import { StateFiles } from './state.ts';
import { DiskTool } from './storage/disks.ts';

/**
 * The context of an engine with these options. When a server's process ends, its serial console,
 * networks and confinement are released; the confinement under the server's lock in `lock`.
 */
export function createContext(options: QemuEngineOptions, lock: KeyedLock): QemuContext {
  const paths = new DataPaths(resolve(options.dataDir));
  const probe = new Probe(options.programs ?? { qemu: 'qemu-system-x86_64', qemuImg: 'qemu-img' });
  const serialLines = new SerialLines();
  const confinement = options.confinement ?? new ServerConfinement(paths, options);
  const states = new StateFiles(paths);
  const bridges = new BridgeNetworks(paths, states, {
    isWanted: options.network !== 'user',
    privateDomains: options.privateDomains ?? [],
    means: () => confinement.means(),
  });
  return {
    paths,
    probe,
    serialLines,
    states,
    bridges,
    confinement,
    disks: new DiskTool(probe.qemuImg, confinement),
    monitors: new Monitors(paths, (id) => {
      serialLines.end(id);
      void bridges.tidy();
      void lock.run(id, () => confinement.releaseEnded(paths.server(id))).catch(() => undefined);
    }),
    reserves: options.reserves ?? { memoryMb: 256, storageGb: 1 },
  };
}
