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
  /** `kvm` = hardware virtualisation, `emulation` = TCG, `none` = nothing real runs (simulated). */
  acceleration: 'kvm' | 'emulation' | 'none';
  /** Plain text for people, for example "QEMU 7.2.22: servers run at full speed (KVM).". */
  description: string;
  /**
   * Whether the engine is ready. If not, `problem` says what is missing and `remedy` is the exact
   * command that fixes it.
   */
  ready: boolean;
  problem?: string;
  remedy?: string;
  consoles: readonly ConsoleKind[];
  /** What can change while the server runs. Everything else requires it to be off. */
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
  /** With `user`: what keeps networks from being bridged, for who looks after the host. */
  networkObstacle?: string;
  /** What is enforced for servers that are started now. */
  firewall: FirewallEnforcement;
  /**
   * What separates the processes of servers from their host. An engine without such processes has
   * none.
   */
  protections?: readonly Protection[];
}
/**
 * `account`: an unprivileged user. `capabilities`: none. `systemCalls`: filtered. `namespaces`: its
 * own mounts and processes, without other files of the host. `limits`: memory, threads and
 * processor time. `hostServices`: guests can't connect to the host's own.
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
 * host without the privileges or programs for bridges): each public interface has a network of its
 * own with outgoing access and forwarded ports, and interfaces of a private network reach each
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
  /** ID of the network (uuid text). */
  id: string;
  /** `wan`: leads outside; `lan`: among servers only; `int`: services of the datacenter. */
  kind: 'wan' | 'lan' | 'int';
  /** 802.1Q number of the network in its datacenter, 1–4094, where it has one. */
  vlan?: number;
}

/**
 * An address of a network interface with its settings. Addresses are plain text of one family, and
 * `prefix` is the prefix length of the network.
 */
export interface NicAddress {
  address: string;
  prefix: number;
  /** Where everything else leads; without one there is no default route here. */
  gateway?: string;
  dns: readonly string[];
  /** Further ways, in the form `10.9.0.0/16` by `10.8.0.1`. */
  routes?: readonly { to: string; via: string }[];
  /** False: the guest gets it from its seed, and DHCP assigns no address on this interface. */
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

/** cloud-init NoCloud documents, ready made by the caller. */
export interface Seed {
  metaData: string;
  userData: string;
  networkConfig?: string;
}

export interface ServerSpec {
  id: string;
  /** For people reading process lists; not unique. */
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
   * run. `files`: disks that `exportDisk` wrote, in order; `imageId` is the image that their server
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
    /** What is enforced of the NIC's firewall rules while the server runs as it does now. */
    firewallEnforcement: FirewallEnforcement;
  })[];
  snapshots: readonly string[];
  /** The CD in its drive, by the id of its image. */
  iso: string | null;
  /** What it boots from next time. */
  bootFrom: 'disk' | 'iso';
  /**
   * What it can grow to while running. For more, it must be off once. Absent: it must be off for
   * any change.
   */
  room?: { cores: number; ramMb: number };
  hostId: string;
  /** Why it crashed or could not be read, when there is something to say. */
  problem?: string;
}

/**
 * One reading. CPU is percent of all the server's cores together (0–100). Counters only grow while
 * it runs. What an engine cannot count is left out (`nics` is then empty); it never reports a
 * made-up zero.
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
 * A ready disk image on the portal's own machine. `kernel`/`initrd` are for guests that are booted
 * without a boot loader. `iso`: a CD (ISO 9660) to be put into a server's drive; no server is
 * created from it (`refused`).
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
   * Boots with the kernel of this imported image, when that has one outside of its disk (a disk
   * copied from its servers).
   */
  bootsAs?: string;
}

/** A program of the guest with its arguments; `input` is what it reads. */
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
   * Makes the image usable for `create`. Images never change afterwards. Refuses qcow2 files with a
   * backing or data file (`refused`).
   */
  importImage(
    image: ImageFile,
    options?: { progress?: Progress; signal?: AbortSignal },
  ): Promise<{ virtualSizeGb: number }>;
  removeImage(imageId: string): Promise<void>;

  /** Makes disks, seed and NICs; leaves the server off. */
  create(spec: ServerSpec, options?: { progress?: Progress; signal?: AbortSignal }): Promise<void>;
  start(id: string): Promise<void>;
  /**
   * `graceful` asks the guest and, when it has not gone off after `timeoutMs` (default 30,000),
   * pulls the plug. `forced`: it was pulled.
   */
  stop(
    id: string,
    options: { graceful: boolean; timeoutMs?: number; signal?: AbortSignal },
  ): Promise<{ forced: boolean }>;
  /** Hard reset; the server must be on. */
  reboot(id: string): Promise<void>;
  suspend(id: string): Promise<void>;
  resume(id: string): Promise<void>;
  /**
   * A running server grows live where `capabilities().live` supports it and within its `room`
   * (`inspect`). Whether the guest uses the new resources depends on its system. Any other change
   * requires the server to be off (`wrongState`).
   */
  resize(id: string, size: { cores: number; ramMb: number }): Promise<void>;

  attachDisk(id: string, disk: DiskSpec): Promise<void>;
  growDisk(id: string, diskId: string, sizeGb: number): Promise<void>;
  /**
   * Detaches and deletes the disk's content. The boot disk and a disk that a snapshot holds cannot
   * go (`refused`).
   */
  removeDisk(id: string, diskId: string): Promise<void>;
  /**
   * Puts the content of a file that `exportDisk` wrote onto a disk, which may be larger than it;
   * what the disk held is lost, what its snapshots hold stays. The server must be off
   * (`wrongState`).
   */
  importDisk(
    id: string,
    diskId: string,
    from: { path: string },
    options?: { progress?: Progress; signal?: AbortSignal },
  ): Promise<void>;
  /**
   * Puts a CD (an image of format `iso`) into the drive, at once also while the server is on; null
   * takes it out.
   */
  setIso(id: string, imageId: string | null): Promise<void>;
  /**
   * Sets what the server boots from, from its next start on. A CD must be in the drive to boot from
   * it (`wrongState`).
   */
  bootFrom(id: string, from: 'disk' | 'iso'): Promise<void>;
  attachNic(id: string, nic: NicSpec): Promise<void>;
  removeNic(id: string, nicId: string): Promise<void>;
  connectNic(id: string, nicId: string, connected: boolean): Promise<void>;
  /**
   * Enforces the rules of a NIC now, if the server runs, and at every start. Null removes them, and
   * everything is allowed. Open connections stay. With any rules, a NIC can send only from its own
   * addresses.
   */
  applyFirewall(
    id: string,
    nicId: string,
    policy: FirewallPolicy | null,
  ): Promise<{ enforcement: FirewallEnforcement }>;
  /** Replaces the seed; the guest reads it at its next start. */
  reseed(id: string, seed: Seed): Promise<void>;

  /**
   * All disks at one moment and, when the server is on or suspended and `memory` is not false, its
   * memory.
   */
  createSnapshot(
    id: string,
    snapshotId: string,
    options?: { memory?: boolean },
  ): Promise<{ withMemory: boolean; sizeBytes: number }>;
  /**
   * Brings disks back, and memory where the snapshot has it and the hardware still fits; otherwise
   * the server ends off. Disks keep the size they have now; a disk added after the snapshot keeps
   * its content.
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
   * Runs a program inside a server that is on, through the agent of its guest. Throws `unavailable`
   * while no agent answers, `timeout` when the program took longer (it was ended), `failed` when it
   * could not be started.
   */
  guestExec(id: string, command: GuestCommand): Promise<GuestResult>;

  /**
   * A byte stream to the guest's screen (RFB) or serial line; several may be open at once. Serial
   * starts with recent output.
   */
  openConsole(id: string, kind: ConsoleKind): Promise<Duplex>;
  /**
   * A byte stream to a TCP port of the guest, for the portal itself (browser consoles, commands in
   * the guest). It bypasses the guest's firewall rules. Without `nicId`: over the first connected
   * interface with an address, public ones first. `wrongState`: the server is off. `notFound`: no
   * such interface. `refused`: the interface has no address. `unavailable`: nothing responds there.
   */
  openTcp(id: string, port: number, nicId?: string): Promise<Duplex>;
  /** PNG of the screen; null when the server is off or the engine has no screens. */
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
