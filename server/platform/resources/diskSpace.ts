import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Bytes an unprivileged process can still write where a folder is, or where its nearest existing
 * parent is.
 */
export async function freeBytesAt(folder: string): Promise<number> {
  for (let current = folder; ; current = dirname(current)) {
    const space = await statfs(current).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || dirname(current) === current) throw error;
      return null;
    });
    if (space) return space.bavail * space.bsize;
  }
}

/**
 * Bytes free in the data folder. The embedded database can be on another disk, behind a link: the
 * smaller number counts.
 */
export async function freeBytesOf(dataDir: string): Promise<number> {
  const [data, database] = await Promise.all([
    freeBytesAt(dataDir),
    freeBytesAt(join(dataDir, 'postgres')),
  ]);
  return Math.min(data, database);
}
