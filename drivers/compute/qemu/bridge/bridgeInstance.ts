import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clock, monotonicMs } from '../../../../server/platform/clock.ts';

const base = '/run/cloudberth';
const lockLimitMs = 30_000;

/**
 * Names on this machine derived from a data folder, and the files about its networks that are kept
 * until the machine restarts.
 */
export interface BridgeInstance {
  dataDir: string;
  /** The name of the network namespace and of the uplink's outer end. */
  name: string;
  folder: string;
}

export function bridgeInstanceOf(dataDir: string): BridgeInstance {
  const name = `cb${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;
  return { dataDir, name, folder: join(base, name) };
}

export const namespacePath = (name: string) => `/run/netns/${name}`;

/**
 * Ensures that only one portal process at a time changes the networks of a data folder. The lock of
 * a dead process is ignored.
 */
export async function locked<T>(instance: BridgeInstance, work: () => Promise<T>): Promise<T> {
  await mkdir(instance.folder, { recursive: true });
  const file = join(instance.folder, 'lock');
  const deadline = monotonicMs() + lockLimitMs;
  while (!(await tryLock(file))) {
    if (monotonicMs() > deadline)
      throw new Error(`another process has held ${file} for ${lockLimitMs / 1000} s`);
    await delay(20);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function tryLock(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') await mkdir(join(file, '..'), { recursive: true });
    else if (code !== 'EEXIST') throw error;
    await removeStaleLock(file);
    return false;
  }
}

async function removeStaleLock(file: string): Promise<void> {
  const holder = Number(await readFile(file, 'utf8').catch(() => '0'));
  const isAlive =
    holder > 0 ? await stat(`/proc/${holder}`).catch(() => null) : await isFresh(file);
  if (!isAlive) await rm(file, { force: true });
}

/** Whether the file was just created and the process ID isn't written yet. */
async function isFresh(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  return stats === null || clock.now().getTime() - stats.mtimeMs < 2000;
}

export async function recordOwner(instance: BridgeInstance): Promise<void> {
  await writeFile(join(instance.folder, 'data-folder'), instance.dataDir);
}

/** Namespaces of portals whose data folder was deleted before they could clean up. */
export async function findAbandonedPlaces(): Promise<BridgeInstance[]> {
  const names = await readdir(base).catch(() => []);
  const instances = await Promise.all(
    names.map(async (name): Promise<BridgeInstance[]> => {
      const dataDir = await readFile(join(base, name, 'data-folder'), 'utf8').catch(() => null);
      if (dataDir === null) return [];
      return (await stat(dataDir).catch(() => null))
        ? []
        : [{ dataDir, name, folder: join(base, name) }];
    }),
  );
  return instances.flat();
}
