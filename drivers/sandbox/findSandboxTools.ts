import { execFile } from 'node:child_process';
import { access, constants, lstat, readlink, rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import {
  type Device,
  type DeviceAccess,
  environment,
  foregroundCommand,
  type Isolation,
  startFiles,
} from './command.ts';
import { makeRootFolder, uniqueMountTablePath } from './rootFolder.ts';

const run = promisify(execFile);
const programFolders = ['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];
const devices: readonly Device[] = ['kvm', 'net/tun'];
/** Mounted on request. */
const extraFiles = ['/etc/resolv.conf'];

/**
 * The mechanisms for confining programs that this machine supports, detected by trying them.
 * Prepares `rootFolder`. Without namespaces, the account is used only if it can enter the folder
 * `reach`, which contains the files of confined programs.
 */
export async function findSandboxTools(
  account: Account | null,
  rootFolder: string,
  reach: string,
): Promise<Isolation> {
  const best: Isolation = {
    account,
    namespaces: account ? 'root' : 'user',
    dropsCapabilities: true,
    programFolders: await findProgramFolders(),
    devices: await findDevices(),
    files: (
      await Promise.all(
        [...startFiles, ...extraFiles].map(async (file) => ((await exists(file)) ? [file] : [])),
      )
    ).flat(),
    rootFolder,
  };
  if (process.platform !== 'linux')
    return { ...best, namespaces: null, account: null, dropsCapabilities: false };
  await makeRootFolder(best);
  if (await canUse(best, ['true'])) return best;
  const isRoot = process.getuid?.() === 0;
  const fallbacks: Isolation[] = [
    { ...best, namespaces: null, dropsCapabilities: isRoot },
    { ...best, namespaces: null, account: null, dropsCapabilities: isRoot },
  ];
  for (const isolation of fallbacks)
    if (await canUse(isolation, ['test', '-x', reach])) return isolation;
  return { ...best, namespaces: null, account: null, dropsCapabilities: false };
}

async function canUse(isolation: Isolation, probeCommand: readonly string[]): Promise<boolean> {
  const mountTable = uniqueMountTablePath(isolation.rootFolder);
  const [program, ...args] = foregroundCommand(
    isolation,
    { network: 'none', mountTable },
    probeCommand,
  );
  const isPossible = await run(program, args, { env: environment }).then(
    () => true,
    () => false,
  );
  await rm(mountTable, { force: true });
  return isPossible;
}

async function findProgramFolders(): Promise<Isolation['programFolders']> {
  const found = await Promise.all(
    programFolders.map(async (name) => {
      const stats = await lstat(`/${name}`).catch(() => null);
      if (stats?.isSymbolicLink()) return [{ name, link: await readlink(`/${name}`) }];
      return stats?.isDirectory() ? [{ name, link: null }] : [];
    }),
  );
  return found.flat();
}

async function findDevices(): Promise<DeviceAccess[]> {
  const found = await Promise.all(
    devices.map(async (device): Promise<DeviceAccess[]> => {
      const stats = await stat(`/dev/${device}`).catch(() => null);
      if (!stats?.isCharacterDevice()) return [];
      const isForAll = (stats.mode & 0o006) === 0o006;
      const isForGroup = (stats.mode & 0o060) === 0o060 && stats.gid !== 0;
      return [
        { device, access: isForAll ? 'everyone' : isForGroup ? { group: stats.gid } : 'root' },
      ];
    }),
  );
  return found.flat();
}

const exists = (path: string) =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
