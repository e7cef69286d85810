import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../../server/platform/context.ts';
import type { Backup } from './store.ts';

/**
 * The backup's folder, outside the servers' folders, so that losing a server doesn't lose its
 * backups.
 */
export const folderOf = (ctx: Pick<Context, 'services'>, backupId: string): string =>
  join(ctx.services.config.dataDir, 'backups', backupId);

/** The file of a disk. The first one is the boot disk. */
export const fileOf = (ctx: Pick<Context, 'services'>, backupId: string, index: number): string =>
  join(folderOf(ctx, backupId), `${index + 1}.qcow2`);

export async function makeFolder(ctx: Pick<Context, 'services'>, backupId: string): Promise<void> {
  await mkdir(folderOf(ctx, backupId), { recursive: true, mode: 0o700 });
}

export async function removeFiles(ctx: Pick<Context, 'services'>, backupId: string): Promise<void> {
  await rm(folderOf(ctx, backupId), { recursive: true, force: true });
}

export async function digestOf(
  path: string,
  signal?: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash, {
    ...(signal && { signal }),
  });
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/**
 * Which of the backup's files have changed since it was created, counted from 1. Null when none
 * have.
 */
export async function findDamagedDisk(
  ctx: Pick<Context, 'services'>,
  { id, configuration }: Pick<Backup, 'id' | 'configuration'>,
  signal?: AbortSignal,
): Promise<number | null> {
  for (const [index, disk] of configuration.disks.entries()) {
    const found = await digestOf(fileOf(ctx, id, index), signal).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      },
    );
    if (found?.sha256 !== disk.sha256 || found.bytes !== disk.bytes) return index + 1;
  }
  return null;
}
