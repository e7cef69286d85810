import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Linux limits a Unix socket path to 108 bytes including the closing NUL. The longest socket name
 * in a run folder is `agent.sock`.
 */
const maxRunFolderLength = 107 - '/agent.sock'.length;

/** How many portal processes can watch one server at once: a QMP socket serves one client. */
export const monitorCount = 3;

/** The files of one server. The folder alone is enough to find the server again. */
export interface ServerPaths {
  id: string;
  folder: string;
  state: string;
  seed: string;
  /** The process ID in this machine's namespace. */
  pid: string;
  /** Identifies the latest start. */
  claim: string;
  /** The only folder in which QEMU can create and remove files. */
  ownFolder: string;
  /** Written by QEMU and removed when it ends normally. A file without a process means a crash. */
  ownPid: string;
  /** QEMU's own output since the last start. */
  log: string;
  /** The guest's serial output since the last start. */
  serialLog: string;
  /** The mounts of QEMU's root since the last start. */
  mountTable: string;
  screenshot: string;
  runFolder: string;
  monitors: readonly string[];
  /** The pipe for the guest's serial input. */
  serialInput: string;
  vncSocket: string;
  /** The socket of the guest agent channel. */
  agentSocket: string;
  disk(diskId: string): string;
  /** Path of a CD image in the server's folder, a hard link or copy of the image file. */
  isoOf(imageId: string): string;
  /** Frames counted on a network interface, see `trafficCount.ts`. */
  traffic(slot: number): string;
}

/**
 * The data folder: `images/<id>/`, `servers/<id>/`. Names that start with a dot are being created
 * or removed.
 */
export class DataPaths {
  readonly dataDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  get servers(): string {
    return join(this.dataDir, 'servers');
  }

  get images(): string {
    return join(this.dataDir, 'images');
  }

  /** The folder on which confined programs mount their root, each in its own mount namespace. */
  get rootFolder(): string {
    return join(this.dataDir, '.confined');
  }

  image(id: string): {
    folder: string;
    disk: string;
    kernel: string;
    initrd: string;
    facts: string;
  } {
    const folder = join(this.images, id);
    return {
      folder,
      disk: join(folder, 'disk'),
      kernel: join(folder, 'kernel'),
      initrd: join(folder, 'initrd'),
      facts: join(folder, 'image.json'),
    };
  }

  server(id: string, folderName = id): ServerPaths {
    const folder = join(this.servers, folderName);
    const runFolder = this.#runFolder(id);
    return {
      id,
      folder,
      state: join(folder, 'server.json'),
      seed: join(folder, 'seed.iso'),
      pid: join(folder, 'qemu.pid'),
      claim: join(folder, 'start'),
      ownFolder: join(folder, 'own'),
      ownPid: join(folder, 'own', 'qemu.pid'),
      log: join(folder, 'qemu.log'),
      serialLog: join(folder, 'serial.log'),
      mountTable: join(folder, 'mounts'),
      screenshot: join(folder, 'screen.png'),
      runFolder,
      monitors: Array.from({ length: monitorCount }, (_, index) =>
        join(runFolder, `qmp${index}.sock`),
      ),
      serialInput: join(runFolder, 'serial.in'),
      vncSocket: join(runFolder, 'vnc.sock'),
      agentSocket: join(runFolder, 'agent.sock'),
      disk: (diskId) => join(folder, `disk-${diskId}.qcow2`),
      isoOf: (imageId) => join(folder, `cd-${imageId}.iso`),
      traffic: (slot) => join(folder, `traffic-${slot}.pcap`),
    };
  }

  /**
   * Sockets are in the server's folder or, when that path is too long for a socket, in a short
   * folder derived from it.
   */
  #runFolder(id: string): string {
    const ownFolder = join(this.servers, id, 'run');
    if (Buffer.byteLength(ownFolder) <= maxRunFolderLength) return ownFolder;
    const base = process.env.XDG_RUNTIME_DIR || tmpdir();
    return join(
      base,
      `cloudberth-${process.getuid?.() ?? 0}`,
      shortHash(this.dataDir),
      shortHash(id),
    );
  }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/**
 * Creates the folder for sockets, accessible only to this user. Rejects a folder created by another
 * user of the machine.
 */
export async function makeRunFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stats = await lstat(folder);
  if (!stats.isDirectory() || (process.getuid && stats.uid !== process.getuid()))
    throw new Error(
      `The folder ${folder} for the server's sockets belongs to somebody else; remove it or set XDG_RUNTIME_DIR.`,
    );
}
