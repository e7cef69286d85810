import { execFile } from 'node:child_process';
import { access, constants, lstat, mkdir, readlink, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { type Device, type DeviceAccess, environment, foregroundCommand, type Means } from './command.ts';

const run = promisify(execFile);
const programFolders = ['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];
const devices: readonly Device[] = ['kvm', 'net/tun'];
const startFiles = ['/etc/ld.so.cache'];

/**
 * What this machine offers for confining programs, found by trying. `mountPoint` is created when missing. Without namespaces the account
 * is only used when it can enter the folder `reach`, where the files of confined programs are.
 */
export async function findMeans(account: Account | null, mountPoint: string, reach: string): Promise<Means> {
  const best: Means = {
    account,
    namespaces: account ? 'root' : 'user',
    dropsCapabilities: true,
    programFolders: await findProgramFolders(),
    devices: await findDevices(),
    files: (await Promise.all(startFiles.map(async (file) => ((await exists(file)) ? [file] : [])))).flat(),
    mountPoint,
  };
  await mkdir(mountPoint, { recursive: true, mode: 0o700 });
  if (process.platform !== 'linux') return { ...best, namespaces: null, account: null, dropsCapabilities: false };
  if (await works(best, ['true'])) return best;
  const lesser: Means[] = [
    { ...best, namespaces: null, dropsCapabilities: account !== null },
    { ...best, namespaces: null, account: null, dropsCapabilities: account !== null },
  ];
  for (const means of lesser) if (await works(means, ['test', '-x', reach])) return means;
  return { ...best, namespaces: null, account: null, dropsCapabilities: false };
}

async function works(means: Means, trial: readonly string[]): Promise<boolean> {
  const [program, ...args] = foregroundCommand(means, { network: 'none' }, trial);
  return run(program, args, { env: environment }).then(
    () => true,
    () => false,
  );
}

async function findProgramFolders(): Promise<Means['programFolders']> {
  const found = await Promise.all(
    programFolders.map(async (name) => {
      const facts = await lstat(`/${name}`).catch(() => null);
      if (facts?.isSymbolicLink()) return [{ name, link: await readlink(`/${name}`) }];
      return facts?.isDirectory() ? [{ name, link: null }] : [];
    }),
  );
  return found.flat();
}

async function findDevices(): Promise<DeviceAccess[]> {
  const found = await Promise.all(
    devices.map(async (device): Promise<DeviceAccess[]> => {
      const facts = await stat(`/dev/${device}`).catch(() => null);
      if (!facts?.isCharacterDevice()) return [];
      const isForAll = (facts.mode & 0o006) === 0o006;
      const isForGroup = (facts.mode & 0o060) === 0o060 && facts.gid !== 0;
      return [{ device, access: isForAll ? 'everyone' : isForGroup ? { group: facts.gid } : 'root' }];
    }),
  );
  return found.flat();
}

const exists = (path: string) =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
