/**
 * The compute port: the interface of every engine that runs servers, in terms of the product.
 *
 * Rules for all engines (verified by `conformance.ts`):
 * - The caller chooses IDs (UUID text). Every verb is idempotent: requesting the current state
 *   succeeds.
 * - A verb on an unknown server throws `EngineError` with kind `notFound`, except `destroy`, which
 *   succeeds.
 * - A verb that fails restores the previous state and leaves nothing half-created behind.
 * - Sizes: disks in GB (2^30 bytes), memory in MB (2^20 bytes), times in ms, counters in bytes
 *   since the server was started.
 */
import type { Duplex } from 'node:stream';
import type { FirewallEnforcement, FirewallPolicy } from './firewall.ts';

export * from './firewall.ts';

export type EngineName = 'qemu' | 'simulated';

/**
 * The power state that the engine sees. `crashed`: the process ended although neither the guest nor
 * the portal requested it.
 */
export type EnginePower = 'on' | 'off' | 'suspended' | 'crashed';

export interface EngineCapabilities {
  engine: EngineName;
  /** `kvm` = hardware virtualization, `emulation` = TCG, `none` = nothing real runs (simulated). */
  acceleration: 'kvm' | 'emulation' | 'none';
  /** Plain text for users, for example "QEMU 7.2.22: servers run at full speed (KVM).". */
  description: string;
  /**
   * Whether the engine is ready. If not, `problem` says what is missing and `remedy` is the exact
   * command that fixes it.
   */
  ready: boolean;
  problem?: string;
  remedy?: string;
  consoles: readonly ConsoleKind[];
  /** What can change while the server runs. Every other change requires it to be off. */
  live: {
    addDisk: boolean;
    growDisk: boolean;
    removeDisk: boolean;
    addNic: boolean;
    removeNic: boolean;
    cores: boolean;
    ram: boolean;
    snapshotMemory: boolean;
  };
  network: NetworkMode;
  /** With `user`: why networks can't be bridged, for the administrator of the host. */
  networkObstacle?: string;
  /** The enforcement for servers that are started now. */
  firewall: FirewallEnforcement;
  /**
   * How server processes are isolated from their host. Absent for engines without such processes.
   */
  protections?: readonly Protection[];
}
/**
 * `account`: an unprivileged user. `capabilities`: none. `systemCalls`: filtered. `namespaces`:
 * separate mounts and processes, without other files of the host. `limits`: memory, threads and
 * processor time. `hostServices`: guests can't connect to services of the host.
 */
export type ProtectionName =
  | 'account'
  | 'capabilities'
  | 'systemCalls'
  | 'namespaces'
  | 'limits'
  | 'hostServices';
export interface Protection {
  name: ProtectionName;
  isActive: boolean;
}
export type ConsoleKind = 'vnc' | 'serial';
/**
 * `bridge`: interfaces of a network share a bridge of the host, isolated from all others. `user` (a
 * host without the privileges or programs for bridges): each public interface has a separate
 * network with outgoing access and forwarded ports, and interfaces of a private network reach each
 * other. `none`: simulated.
 */
export type NetworkMode = 'user' | 'bridge' | 'none';

export interface EngineHost {
  id: string;
  name: string;
  engine: EngineName;
  acceleration: EngineCapabilities['acceleration'];
  version: string;
  cpu: { model: string; cores: number; loadPercent: number };
  memoryMb: { total: number; free: number };
  storageGb: { total: number; free: number; path: string };
  uptimeSeconds: number;
  servers: number;
}

export interface DiskSpec {
  id: string;
  sizeGb: number;
}

/**
 * A layer 2 segment: network interfaces of the same segment are connected, those of different
 * segments are isolated.
 */
export interface NetworkSegment {
  /** Network ID (UUID text). */
  id: string;
  /**
   * `wan`: public network. `lan`: private network among servers. `int`: services of the datacenter.
   */
  kind: 'wan' | 'lan' | 'int';
  /** 802.1Q VLAN ID of the network in its datacenter, 1–4094, if any. */
  vlan?: number;
}

/**
 * An address of a network interface with its settings. Addresses are plain text of one family, and
 * `prefix` is the prefix length of the network.
 */
export interface NicAddress {
  address: string;
  prefix: number;
  /** The default gateway. Without one, the guest has no default route over this interface. */
  gateway?: string;
  dns: readonly string[];
  /** Additional routes, such as `10.9.0.0/16` via `10.8.0.1`. */
  routes?: readonly { to: string; via: string }[];
  /**
   * False: the guest gets the address from its seed, and DHCP assigns no address on this interface.
   */
  dhcp?: boolean;
}

export interface NicSpec {
  id: string;
  /** `52:54:00:…`, chosen by the caller. */
  mac: string;
  /** The segment it is connected to. Without one the interface is isolated. */
  segment?: NetworkSegment;
  /** The DHCP configuration of this NIC. */
  ipv4?: NicAddress;
  /** Passed to the guest in its seed. The interface can also send from it. */
  ipv6?: NicAddress;
  /** Disconnected NICs are present in the guest without a link. */
  connected: boolean;
  /**
   * Guest TCP ports to be reachable at 127.0.0.1 of the hypervisor in `user` mode (the engine picks
   * free host ports).
   */
  forwardTcp?: readonly number[];
}

/** cloud-init NoCloud documents, prepared by the caller. */
export interface Seed {
  metaData: string;
  userData: string;
  networkConfig?: string;
}

export interface ServerSpec {
  id: string;
  /** For people reading process lists. Not unique. */
  name: string;
  cores: number;
  ramMb: number;
  /** The first disk is the boot disk. */
  disks: readonly DiskSpec[];
  nics: readonly NicSpec[];
  /**
   * The source of the boot disk's content. Further disks are empty, except with `server`, where all
   * disks are copied in order (they can become larger, never smaller) and the source must be off
   * (`wrongState`). With `snapshotId`, the disks of that snapshot are copied and the source can
   * run. `files`: disks that `exportDisk` wrote, in order. `imageId` is the image that their server
   * was created from, if any.
   */
  source:
    | { kind: 'image'; imageId: string }
    | { kind: 'server'; serverId: string; snapshotId?: string }
    | { kind: 'files'; paths: readonly string[]; imageId: string | null }
    | { kind: 'blank' };
  seed: Seed;
}

export interface EngineServer {
  id: string;
  power: EnginePower;
  cores: number;
  ramMb: number;
  disks: readonly DiskSpec[];
  nics: readonly (NicSpec & {
    forwards: readonly { guestPort: number; host: string; hostPort: number }[];
    /** How the NIC's firewall rules are currently enforced. */
    firewallEnforcement: FirewallEnforcement;
  })[];
  snapshots: readonly string[];
  /** The image ID of the CD in the drive. Null when the drive is empty. */
  iso: string | null;
  /** The device that the next start boots from. */
  bootFrom: 'disk' | 'iso';
  /**
   * The limits for growing while running. Beyond them, the server must be off once. Absent: it must
   * be off for any change.
   */
  room?: { cores: number; ramMb: number };
  hostId: string;
  /** Why the server crashed or couldn't be read, if known. */
  problem?: string;
}

/**
 * One sample. CPU is the percentage of all the server's cores together (0–100). Counters only grow
 * while the server runs. Values that an engine can't measure are omitted (`nics` is then empty),
 * never reported as zero.
 */
export interface EngineSample {
  id: string;
  at: Date;
  cpuPercent: number;
  memory: { usedMb: number; totalMb: number };
  disks: readonly {
    id: string;
    readBytes: number;
    writeBytes: number;
    readOps: number;
    writeOps: number;
  }[];
  nics: readonly { id: string; receivedBytes: number; sentBytes: number }[];
}

/**
 * A ready disk image on the portal's own machine. `kernel`/`initrd` are for guests that boot
 * without a boot loader. `iso`: a CD (ISO 9660) for a server's drive. Creating a server from one is
 * rejected (`refused`).
 */
export interface ImageFile {
  id: string;
  path: string;
  format: 'qcow2' | 'raw' | 'iso';
  kernel?: string;
  initrd?: string;
  /** Kernel command line, with `kernel`. */
  append?: string;
  /**
   * Boots with the kernel of this imported image if the kernel is outside of its disk (for a disk
   * copied from one of its servers).
   */
  bootsAs?: string;
}

/** A guest program with its arguments. `input` is passed to its standard input. */
export interface GuestCommand {
  path: string;
  args: readonly string[];
  input?: string;
  timeoutMs: number;
}

/**
 * `exitCode` is 128 plus the signal's number if a signal ended it. At most 1 MiB of each output is
 * returned.
 */
export interface GuestResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** `percent` is 0–100. */
export type Progress = (percent: number, note?: string) => void;

export interface ComputeEngine {
  readonly name: EngineName;
  capabilities(): Promise<EngineCapabilities>;
  hosts(): Promise<EngineHost[]>;

  /**
   * Makes the image usable for `create`. Images never change afterward. Rejects qcow2 files with a
   * backing or data file (`refused`).
   */
  importImage(
    image: ImageFile,
    options?: { progress?: Progress; signal?: AbortSignal },
  ): Promise<{ virtualSizeGb: number }>;
  removeImage(imageId: string): Promise<void>;

  /** Creates disks, seed and NICs, and leaves the server off. */
  create(spec: ServerSpec, options?: { progress?: Progress; signal?: AbortSignal }): Promise<void>;
  start(id: string): Promise<void>;
  /**
   * `graceful` asks the guest to shut down, and forces power-off if it is still on after
   * `timeoutMs` (default 30,000). `forced`: power-off was forced.
   */
  stop(
    id: string,
    options: { graceful: boolean; timeoutMs?: number; signal?: AbortSignal },
  ): Promise<{ forced: boolean }>;
  /** Hard reset. The server must be on. */
  reboot(id: string): Promise<void>;
  suspend(id: string): Promise<void>;
  resume(id: string): Promise<void>;
  /**
   * A running server grows live if `capabilities().live` supports it, within its `room`
   * (`inspect`). Whether the guest uses the new resources depends on its system. Any other change
   * requires the server to be off (`wrongState`).
   */
  resize(id: string, size: { cores: number; ramMb: number }): Promise<void>;

  attachDisk(id: string, disk: DiskSpec): Promise<void>;
  growDisk(id: string, diskId: string, sizeGb: number): Promise<void>;
  /**
   * Detaches the disk and deletes its content. The boot disk and disks contained in a snapshot
   * can't be removed (`refused`).
   */
  removeDisk(id: string, diskId: string): Promise<void>;
  /**
   * Writes a file from `exportDisk` to a disk, which can be larger than the file. The disk's
   * current content is lost, and its snapshots are kept. The server must be off (`wrongState`).
   */
  importDisk(
    id: string,
    diskId: string,
    from: { path: string },
    options?: { progress?: Progress; signal?: AbortSignal },
  ): Promise<void>;
  /**
   * Inserts a CD (an image of format `iso`), immediately even if the server is on. Null ejects it.
   */
  setIso(id: string, imageId: string | null): Promise<void>;
  /**
   * Sets the boot device from the next start on. Booting from CD requires a CD in the drive
   * (`wrongState`).
   */
  bootFrom(id: string, from: 'disk' | 'iso'): Promise<void>;
  attachNic(id: string, nic: NicSpec): Promise<void>;
  removeNic(id: string, nicId: string): Promise<void>;
  connectNic(id: string, nicId: string, connected: boolean): Promise<void>;
  /**
   * Enforces the rules of a NIC now, if the server runs, and at every start. Null removes them, so
   * that everything is allowed. Open connections stay. With any rules, a NIC can send only from its
   * own addresses.
   */
  applyFirewall(
    id: string,
    nicId: string,
    policy: FirewallPolicy | null,
  ): Promise<{ enforcement: FirewallEnforcement }>;
  /** Replaces the seed. The guest reads it at its next start. */
  reseed(id: string, seed: Seed): Promise<void>;

  /**
   * Captures all disks at the same moment and, when the server is on or suspended and `memory` is
   * not false, its memory.
   */
  createSnapshot(
    id: string,
    snapshotId: string,
    options?: { memory?: boolean },
  ): Promise<{ withMemory: boolean; sizeBytes: number }>;
  /**
   * Restores the disks, and the memory if the snapshot contains it and the hardware still matches.
   * Otherwise the server is left off. Disks keep their current size. A disk added after the
   * snapshot keeps its content.
   */
  revertSnapshot(id: string, snapshotId: string): Promise<{ power: EnginePower }>;
  deleteSnapshot(id: string, snapshotId: string): Promise<void>;
  /**
   * Exports a disk as one flat qcow2 file without a backing file to `to.path` (atomically,
   * replacing an existing file), in its current state or that of the snapshot. A running server
   * continues, and the copy is crash-consistent, as after a power failure.
   */
  exportDisk(
    id: string,
    diskId: string,
    to: { path: string; snapshotId?: string },
    options?: { progress?: Progress; signal?: AbortSignal },
  ): Promise<{ sizeBytes: number; virtualSizeGb: number }>;

  /**
   * Runs a program inside a running server through its guest agent. Throws `unavailable` while no
   * agent responds, `timeout` when the program took too long (it was ended), or `failed` when it
   * couldn't be started.
   */
  guestExec(id: string, command: GuestCommand): Promise<GuestResult>;

  /**
   * A byte stream to the guest's screen (RFB) or serial console. Several can be open at once. The
   * serial console starts with recent output.
   */
  openConsole(id: string, kind: ConsoleKind): Promise<Duplex>;
  /**
   * A byte stream to a TCP port of the guest, for the portal itself (browser consoles, commands in
   * the guest). It bypasses the guest's firewall rules. Without `nicId`: over the first connected
   * interface with an address, public ones first. `wrongState`: the server is off. `notFound`: no
   * such interface. `refused`: the interface has no address. `unavailable`: nothing responds there.
   */
  openTcp(id: string, port: number, nicId?: string): Promise<Duplex>;
  /** PNG of the screen. Null when the server is off or the engine has no screens. */
  screenshot(id: string): Promise<Buffer | null>;
  sample(ids: readonly string[]): Promise<EngineSample[]>;

  inspect(id: string): Promise<EngineServer | null>;
  list(): Promise<EngineServer[]>;
  /** Removes the server with its disks, snapshots and seed. */
  destroy(id: string): Promise<void>;

  /**
   * Subscribes to power changes that the portal did not request (the guest powered off, the process
   * ended). Returns the unsubscribe function.
   */
  onPowerChange(
    listener: (change: { id: string; power: EnginePower; problem?: string }) => void,
  ): () => void;
  /** Closes sockets and timers. Running servers keep running. */
  close(): Promise<void>;
}

export type EngineErrorKind =
  | 'notFound'
  | 'wrongState'
  | 'refused'
  | 'noSpace'
  | 'noMemory'
  | 'unavailable'
  | 'timeout'
  | 'failed';

/**
 * The only error type that engines throw. `message` is for users, in terms of the product. `cause`
 * is the engine's original error, for the log.
 */
export class EngineError extends Error {
  readonly kind: EngineErrorKind;
  readonly engine: EngineName;
  constructor(
    engine: EngineName,
    kind: EngineErrorKind,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'EngineError';
    this.kind = kind;
    this.engine = engine;
  }
}
