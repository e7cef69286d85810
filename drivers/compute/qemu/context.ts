import type { BridgeNetworks } from './bridge/networks.ts';
import type { ServerConfinement } from './confinement.ts';
import type { SerialLines } from './console.ts';
import type { DiskTool } from './disks.ts';
import type { Monitors } from './monitors.ts';
import type { DataPaths } from './paths.ts';
import type { Probe } from './probe.ts';
import type { StateFiles } from './state.ts';

/** What the verbs of the engine work with. */
export interface QemuContext {
  paths: DataPaths;
  states: StateFiles;
  monitors: Monitors;
  serialLines: SerialLines;
  disks: DiskTool;
  confinement: ServerConfinement;
  probe: Probe;
  bridges: BridgeNetworks;
  reserves: Reserves;
}

/** What the engine leaves free on the host. */
export interface Reserves {
  memoryMb: number;
  storageGb: number;
}
