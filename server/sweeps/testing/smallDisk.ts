import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const megabyte = 2 ** 20;

/** A separate in-memory file system that can be filled. */
export interface SmallDisk {
  folder: string;
  freeBytes(): Promise<number>;
  /** Fills the disk until this many bytes are free, as another program would. */
  fillUntil(freeBytes: number): Promise<void>;
  /** Deletes the file that fills the disk. */
  empty(): Promise<void>;
  remove(): Promise<void>;
}

/** Whether this process can mount a file system, which requires root with CAP_SYS_ADMIN. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}

export async function mountSmallDisk(sizeMb: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'cloudberth-disk-'));
  execFileSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${sizeMb}m,mode=0711`,
    'cloudberth-test',
    folder,
  ]);
  await chmod(folder, 0o711);
  const filler = join(folder, 'filler');
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return {
    folder,
    freeBytes,
    fillUntil: async (targetBytes) => {
      const handle = await open(filler, 'a');
      try {
        for (;;) {
          const missing = (await freeBytes()) - targetBytes;
          if (missing <= 0) return;
          await handle.write(Buffer.alloc(Math.min(megabyte, missing), 1));
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await handle.close();
      }
    },
    empty: () => rm(filler, { force: true }),
    remove: async () => {
      execFileSync('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true });
    },
  };
}
