import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytesAt } from '../resources/diskSpace.ts';

const fileName = 'ballast';
const megabyte = 2 ** 20;
export const ballastBytes = 64 * megabyte;

/** What happened to the space reserved for PostgreSQL: reserved, released, or unchanged. */
export type BallastChange = 'reserved' | 'released' | 'unchanged';

/**
 * Reserves disk space for PostgreSQL in a file that is deleted when the disk is nearly full. If
 * PostgreSQL can't write its log, it stops, and no one can sign in. The file is created again once
 * eight times its size is free.
 */
export async function ensureBallast(folder: string, bytes = ballastBytes): Promise<BallastChange> {
  const file = join(folder, fileName);
  const exists = await stat(file).then(
    () => true,
    () => false,
  );
  const free = await freeBytesAt(folder);
  if (exists && free < bytes / 2) {
    await rm(file, { force: true });
    return 'released';
  }
  if (exists || free < 8 * bytes) return 'unchanged';
  await reserve(file, bytes);
  return 'reserved';
}

/** Uses random bytes, because compressing file systems would store zeros without using space. */
async function reserve(file: string, bytes: number): Promise<void> {
  const draft = `${file}.new`;
  try {
    const handle = await open(draft, 'w', 0o600);
    try {
      for (let writtenBytes = 0; writtenBytes < bytes; writtenBytes += megabyte)
        await handle.write(randomBytes(Math.min(megabyte, bytes - writtenBytes)));
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
