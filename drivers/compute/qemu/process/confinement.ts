import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { promisify } from 'node:util';
import { confinedAccount } from '../../../sandbox/account.ts';
import { type Cgroups, findCgroups } from '../../../sandbox/cgroups.ts';
import {
  type Confinement,
  type Device,
  environment,
  foregroundCommand,
  type Isolation,
  type Paths,
  type PidFile,
  type StagedCommand,
  stagedCommand,
} from '../../../sandbox/command.ts';
import { findSandboxTools } from '../../../sandbox/findSandboxTools.ts';
import { makeAreas, uniqueMountTablePath } from '../../../sandbox/rootFolder.ts';
import type { Protection } from '../../port.ts';
import { blockHostReach } from '../network/hostAccess.ts';
import type { ServerState } from '../state.ts';
import type { Machine } from './arguments.ts';
import { groupLimits, groupNameOf, processLimits } from './limits.ts';
import { type DataPaths, makeRunFolder, type ServerPaths } from './paths.ts';
import { findProcess } from './process.ts';

const run = promisify(execFile);

/** Read by QEMU's user-mode networks for name resolution. */
const resolverFile = '/etc/resolv.conf';

interface RunOptions {
  signal?: AbortSignal;
  onOutput?: (text: string) => void;
  /** Options of prlimit(1). */
  limits?: readonly string[];
}

/**
 * Runs QEMU and qemu-img as an unprivileged user that sees only the files of one server. Folders
 * belong to the portal, so that files opened in them can't be swapped. Single files are owned by
 * the account. Without root, everything runs as the portal's user.
 */
export class ServerConfinement {
  readonly #paths: DataPaths;
  /** Whether the operator allows guests to reach services of this machine. */
  readonly #guestsReachHost: boolean;
  #means: Promise<Isolation> | undefined;
  #groups: Promise<Cgroups | null> | undefined;

  constructor(paths: DataPaths, options: { guestsReachHost?: boolean } = {}) {
    this.#paths = paths;
    this.#guestsReachHost = options.guestsReachHost ?? false;
  }

  /**
   * False: guests of user-mode networks must be restricted, or they could reach this machine's own
   * services.
   */
  async blocksHostReach(): Promise<boolean> {
    return (await blockHostReach((await this.means()).account)) || this.#guestsReachHost;
  }

  async protections(): Promise<Protection[]> {
    const { account, namespaces, dropsCapabilities } = await this.means();
    const isOrdinaryUser = process.getuid?.() !== 0;
    return [
      { name: 'account', isActive: account !== null || isOrdinaryUser },
      { name: 'capabilities', isActive: dropsCapabilities || isOrdinaryUser },
      { name: 'systemCalls', isActive: process.platform === 'linux' },
      { name: 'namespaces', isActive: namespaces !== null },
      { name: 'limits', isActive: (await this.groups()) !== null },
      { name: 'hostServices', isActive: !this.#guestsReachHost || (await blockHostReach(account)) },
    ];
  }

  means(): Promise<Isolation> {
    this.#means ??= this.#prepare();
    return this.#means;
  }

  /** The account can traverse these folders to those of its server, but can't list them. */
  async #prepare(): Promise<Isolation> {
    const account = await confinedAccount();
    const { dataDir, servers, images, rootFolder } = this.#paths;
    for (const folder of [dataDir, servers, images]) {
      await mkdir(folder, { recursive: true });
      if (account) await lchown(folder, 0, account.gid);
      await chmod(folder, account ? 0o710 : 0o700);
    }
    return findSandboxTools(account, rootFolder, servers);
  }

  groups(): Promise<Cgroups | null> {
    this.#groups ??= findCgroups();
    return this.#groups;
  }

  /**
   * The program that starts QEMU for the server, with `isBridged` for the network mode, unless a
   * later claim replaces this start.
   */
  async server(
    state: ServerState,
    paths: ServerPaths,
    machine: Machine,
    { claim, isBridged }: { claim: Claim; isBridged: boolean },
  ): Promise<StagedCommand> {
    const devices: Device[] = [
      ...(machine.acceleration === 'kvm' ? (['kvm'] as const) : []),
      ...(isBridged ? (['net/tun'] as const) : []),
    ];
    const confinement: Confinement = {
      folders: {
        readOnly: this.#imageFolders(state),
        writable: paths.runFolder.startsWith(paths.folder)
          ? [paths.folder]
          : [paths.folder, paths.runFolder],
      },
      devices,
      files: { readOnly: await resolverFiles() },
      network: 'inherited',
      mountTable: paths.mountTable,
      ...((await this.groups()) ? {} : { limits: processLimits(state) }),
    };
    const isolation = await this.means();
    await makeAreas(isolation, confinement);
    return stagedCommand(isolation, confinement, { path: paths.pid, claim });
  }

  /**
   * Prepares the server's control group, or applies its current size to the running process.
   * Returns the files through which a process joins the group.
   */
  async limit(state: ServerState): Promise<string[]> {
    return (
      (await (
        await this.groups()
      )?.set(groupNameOf(this.#paths.dataDir, state.id), groupLimits(state))) ?? []
    );
  }

  /**
   * Moves QEMU into its control group. This takes the kernel milliseconds while QEMU starts, and
   * the guest must not run before it's done. Throws when QEMU is gone.
   */
  async join(groupFiles: readonly string[], pid: number): Promise<void> {
    await Promise.all(groupFiles.map((file) => writeFile(file, `${pid}`)));
  }

  /**
   * Removes the control group of a server that has ended. A server that is running again keeps its
   * group.
   */
  async releaseEnded(paths: ServerPaths): Promise<void> {
    if ((await findProcess(paths)) === null) await this.release(paths.id);
  }

  async release(id: string): Promise<void> {
    await (await this.groups())?.remove(groupNameOf(this.#paths.dataDir, id));
  }

  /**
   * Runs a program that sees only the given existing files and has no network. Returns its output.
   */
  async run(command: readonly string[], files: Paths, options: RunOptions = {}): Promise<string> {
    for (const path of files.readOnly ?? []) await this.lend(path);
    for (const path of files.writable ?? []) await this.#give(path);
    const { signal, onOutput, limits = [] } = options;
    const isolation = await this.means();
    const confinement = {
      files,
      limits,
      network: 'none' as const,
      mountTable: uniqueMountTablePath(isolation.rootFolder),
    };
    await makeAreas(isolation, confinement);
    const [program, ...args] = foregroundCommand(isolation, confinement, command);
    const child = run(program, args, {
      maxBuffer: 2 ** 24,
      env: environment,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
    if (onOutput) child.child.stdout?.on('data', onOutput);
    try {
      return (await child).stdout;
    } finally {
      await rm(confinement.mountTable, { force: true });
    }
  }

  /**
   * Prepares the server's folders and files for a start. The run folder is open to QEMU until
   * `closeRunFolder`.
   */
  async openFolders(paths: ServerPaths, state: ServerState): Promise<void> {
    await this.lendFolder(paths.folder);
    await rm(paths.runFolder, { recursive: true, force: true });
    await makeRunFolder(paths.runFolder);
    await rm(paths.ownFolder, { recursive: true, force: true });
    await mkdir(paths.ownFolder, { mode: 0o700 });
    for (const folder of [paths.runFolder, paths.ownFolder]) await this.#give(folder);
    for (const disk of state.disks) await this.#give(paths.disk(disk.id));
    await this.lend(paths.seed);
    for (const { slot } of state.nics) await this.createFile(paths.traffic(slot));
    for (const folder of this.#imageFolders(state)) await this.#lendAll(folder);
  }

  /**
   * From now on, QEMU can use the files it created in the run folder but can't create new ones. No
   * guest has run yet.
   */
  async closeRunFolder({ runFolder }: ServerPaths): Promise<void> {
    const { account } = await this.means();
    if (!account) return;
    await lchown(runFolder, 0, account.gid);
    await chmod(runFolder, 0o710);
  }

  /** Creates an empty file that QEMU can write. */
  async createFile(path: string): Promise<void> {
    await rm(path, { force: true });
    await (await open(path, 'wx', 0o600)).close();
    await this.#give(path);
  }

  /** Grants the account read access to the file. A missing file is not an error. */
  async lend(path: string): Promise<void> {
    await this.#share(path, 0o640);
  }

  /** Grants the account access to the folder and to files in it by name. */
  async lendFolder(path: string): Promise<void> {
    await this.#share(path, 0o710);
  }

  async #lendAll(folder: string): Promise<void> {
    await this.lendFolder(folder);
    for (const name of await readdir(folder)) await this.lend(`${folder}/${name}`);
  }

  async #share(path: string, mode: number): Promise<void> {
    const { account } = await this.means();
    if (!account) return;
    const stats = await lstat(path).catch(() => null);
    // Files of other users stay unchanged.
    if (stats?.uid !== 0 || !(stats.isFile() || stats.isDirectory())) return;
    if (stats.gid === account.gid && (stats.mode & 0o7777) === mode) return;
    await lchown(path, 0, account.gid);
    await chmod(path, mode);
  }

  async #give(path: string): Promise<void> {
    const { account } = await this.means();
    if (!account) return;
    await lchown(path, account.uid, account.gid);
    await chmod(path, (await lstat(path)).isDirectory() ? 0o700 : 0o600);
  }

  #imageFolders({ imageId }: ServerState): string[] {
    return imageId === null ? [] : [this.#paths.image(imageId).folder];
  }
}

export type Claim = NonNullable<PidFile['claim']>;

/**
 * Marks this start as the latest. An earlier start still in progress then either starts nothing, or
 * its process can be found.
 */
export async function claimStart({ claim: path }: ServerPaths): Promise<Claim> {
  const token = randomUUID();
  await writeFile(`${path}.${token}`, `${token}\n`, { mode: 0o600 });
  await rename(`${path}.${token}`, path);
  return { path, token };
}

/** The file behind a symbolic link is mounted under the link's name. */
async function resolverFiles(): Promise<string[]> {
  return realpath(resolverFile).then(
    () => [resolverFile],
    () => [],
  );
}
