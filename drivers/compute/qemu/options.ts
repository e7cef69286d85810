import type { Reserves } from './context.ts';
import type { ServerConfinement } from './process/confinement.ts';

export interface QemuEngineOptions {
  /** Folder for images and servers, created when needed. */
  dataDir: string;
  /** Resources kept free on the host. Default: 256 MB of memory and 1 GB of storage. */
  reserves?: Reserves;
  /** Paths of programs that aren't in PATH under their usual names. */
  programs?: { qemu: string; qemuImg: string };
  /** `bridge` (default): bridged networks if this machine supports them. `user`: never. */
  network?: 'bridge' | 'user';
  /**
   * Allows user-mode guests to reach services of this machine when that can't be blocked. By
   * default, they then have no outgoing access.
   */
  guestsReachHost?: boolean;
  /** Domains whose names can resolve to private addresses for bridged servers. Default: none. */
  privateDomains?: readonly string[];
  /** Default: as much as this machine supports. */
  confinement?: ServerConfinement;
}
