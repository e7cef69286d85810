import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Bytes that an unprivileged process can still write to a folder, or to its nearest existing
 * parent.
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
 * Free bytes in the data folder. The embedded database can be on another disk, through a link. The
 * smaller number is returned.
 */
export async function freeBytesOf(dataDir: string): Promise<number> {
  const [data, database] = await Promise.all([
    freeBytesAt(dataDir),
    freeBytesAt(join(dataDir, 'postgres')),
  ]);
  return Math.min(data, database);
}
