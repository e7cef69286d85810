import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const searchBit = { owner: 0o100, group: 0o010, other: 0o001 };

/**
 * Whether a process of this user and group can traverse every folder above `path`. Ignores access
 * control lists, so false isn't always correct.
 */
export async function canAccessPath(
  path: string,
  user: { uid: number; gid: number },
): Promise<boolean> {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit =
      uid === user.uid ? searchBit.owner : gid === user.gid ? searchBit.group : searchBit.other;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Creates a folder and its missing parents, so that other users can traverse but not list them,
 * regardless of the umask.
 */
export async function makeEnterableFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  for (let folder = path; first !== undefined; folder = dirname(folder)) {
    await chmod(folder, 0o711);
    if (folder === first) return;
  }
}
