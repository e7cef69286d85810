import { randomUUID } from 'node:crypto';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  areasOf,
  type Confinement,
  type Isolation,
  ownDeviceName,
  ownDevices,
  standardDevices,
} from './command.ts';

/**
 * Creates the folder that confined programs see as their root once everything else is mounted into
 * it: links, empty folders and empty files. Several portal processes can do this at once.
 */
export async function makeRootFolder(isolation: Isolation): Promise<void> {
  const { rootFolder, programFolders, devices, files } = isolation;
  await makeFolder(rootFolder, '.');
  // /run contains the files of the DHCP servers.
  for (const folder of ['etc', 'run', 'dev', 'dev/net', ownDevices])
    await makeFolder(rootFolder, folder);
  for (const { name, link } of programFolders)
    await (link === null ? makeFolder(rootFolder, name) : makeLink(link, join(rootFolder, name)));
  for (const { device, access } of devices)
    if (access === 'root' && isolation.namespaces === 'root')
      await makeLink(ownLink(device), join(rootFolder, 'dev', device));
    else await makeFile(join(rootFolder, 'dev', device));
  for (const path of [...standardDevices, ...files]) await makeFile(join(rootFolder, path));
}

/** Adds the other files and folders that the confinement needs. */
export async function makeAreas(isolation: Isolation, confinement: Confinement): Promise<void> {
  if (isolation.namespaces === null) return;
  await Promise.all(
    areasOf(isolation, confinement).map((area) => makeFolder(isolation.rootFolder, area)),
  );
}

/** A unique path for the mount list of one command. */
export const uniqueMountTablePath = (rootFolder: string) => `${rootFolder}.${randomUUID()}`;

/** Link from the node's folder to `ownDevices`. */
const ownLink = (device: Parameters<typeof ownDeviceName>[0]) =>
  join(dirname(device) === '.' ? '' : '..', basename(ownDevices), ownDeviceName(device));

/** Ignores the umask, because the account of confined programs needs access. */
async function makeFolder(root: string, name: string): Promise<void> {
  const path = join(root, name);
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

const makeFile = (path: string) => writeFile(path, '', { flag: 'a' });

async function makeLink(to: string, path: string): Promise<void> {
  await symlink(to, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
