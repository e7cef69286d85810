import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { FirewallPolicy } from '../firewall.ts';
import type { DiskSpec, NicSpec } from '../port.ts';
import { qemuError } from './errors.ts';
import type { DataPaths, ServerPaths } from './process/paths.ts';
import type { Layout } from './sizing/layout.ts';

/**
 * A disk keeps its slot (its hotplug port) for life, because a memory snapshot requires the same
 * slots.
 */
export interface DiskState extends DiskSpec {
  slot: number;
}

export interface NicState extends NicSpec {
  slot: number;
  /** The last host ports of `forwardTcp`. */
  forwards: { guestPort: number; host: string; hostPort: number }[];
  /** Number of its tap in bridge mode, see `bridge/`. */
  tap?: number;
  /** Without a policy, everything is allowed. */
  firewall?: FirewallPolicy;
}

export interface SnapshotState {
  id: string;
  withMemory: boolean;
  /**
   * The server was suspended when the snapshot was created, and is suspended again after a revert.
   */
  wasSuspended: boolean;
  sizeBytes: number;
  diskIds: string[];
  /** Must be the same for the memory to be restored. See `hardwareOf`. */
  hardware: string;
  /** The hardware configuration at that time. Missing for snapshots without memory. */
  layout?: Layout;
}

/** The stored state of a server, in `server.json` of its folder. */
export interface ServerState {
  version: 1;
  id: string;
  name: string;
  cores: number;
  ramMb: number;
  imageId: string | null;
  disks: DiskState[];
  nics: NicState[];
  snapshots: SnapshotState[];
  /**
   * How the running process is connected. Absent for processes from before bridge mode, which
   * use `user`.
   */
  networkMode?: 'user' | 'bridge';
  /**
   * In user mode: the guest has no outgoing access, because it could reach services of the host.
   */
  isRestricted?: boolean;
  /** Time of the last start in bridge mode, in ms since 1970. */
  pluggedInAt?: number;
  /** The layout since the last start. Meaningless while the server is off. */
  layout?: Layout;
  /** The CD in the drive. */
  iso?: string | null;
  /** Default: the first disk. */
  bootFrom?: 'disk' | 'iso';
}

/**
 * Reads and writes the state files. Nothing is cached, because several processes of the portal
 * share them.
 */
export class StateFiles {
  readonly #paths: DataPaths;

  constructor(paths: DataPaths) {
    this.#paths = paths;
  }

  /** Null when there is no such server. Throws `failed` when its file can't be parsed. */
  async find(id: string): Promise<ServerState | null> {
    const text = await readFile(this.#paths.server(id).state, 'utf8').catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      },
    );
    return text === null ? null : parse(id, text);
  }

  /** Throws `notFound` when there is no such server. */
  async read(id: string): Promise<ServerState> {
    const state = await this.find(id);
    if (!state) throw qemuError('notFound', "This server doesn't exist on its host.");
    return state;
  }

  async write(
    state: ServerState,
    paths: ServerPaths = this.#paths.server(state.id),
  ): Promise<void> {
    const draft = `${paths.state}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify(state, null, 1), { mode: 0o600 });
    await rename(draft, paths.state);
  }

  /**
   * IDs of all servers that have a folder. Servers that are being created or removed start with a
   * dot and are omitted.
   */
  async ids(): Promise<string[]> {
    const names = await readdir(this.#paths.servers).catch(() => []);
    return names.filter((name) => !name.startsWith('.')).sort();
  }
}

function parse(id: string, text: string): ServerState {
  try {
    const state = JSON.parse(text) as ServerState;
    if (state.version === 1 && state.id === id) return state;
  } catch (error) {
    throw qemuError('failed', 'The state file of this server (server.json) is damaged.', error);
  }
  throw qemuError(
    'failed',
    'The state file of this server (server.json) was written by another version of the portal.',
  );
}

/** The lowest free slot, or null when all `count` are in use. */
export function freeSlot(usedSlots: readonly { slot: number }[], count: number): number | null {
  for (let slot = 0; slot < count; slot++)
    if (!usedSlots.some((one) => one.slot === slot)) return slot;
  return null;
}
