import type { BridgeNetworks } from './bridge/networks.ts';
import type { SerialLines } from './guest/console.ts';
import type { ServerConfinement } from './process/confinement.ts';
import type { Monitors } from './process/monitors.ts';
import type { DataPaths } from './process/paths.ts';
import type { Probe } from './process/probe.ts';
import type { StateFiles } from './state.ts';
import type { DiskTool } from './storage/disks.ts';

/** The context of the engine's functions. */
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

/** The memory and storage that the engine leaves free on the host. */
export interface Reserves {
  memoryMb: number;
  storageGb: number;
}
