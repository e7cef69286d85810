import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { type UserError, userError } from '../../../contract/errors/errors.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { freeBytesOf } from './diskSpace.ts';
import { exhausted, exhaustedResource } from './exhaustion.ts';

/** Below this share of the reserve the portal is no longer ready: PostgreSQL needs the rest. */
const readyShare = 0.25;
/** While the disk was found full, a write is tried at most this often. ms */
const writeProbeEveryMs = 2_000;

/** How much disk space is left, in bytes. */
export interface DiskState {
  freeBytes: number;
  reserveBytes: number;
  /** Nothing that uses disk space can be created. */
  isBelowReserve: boolean;
}

/** Disk space, memory, connections and open files of this process and its database. */
export interface Resources {
  /** The user error for an exhausted resource; null for every other error. */
  refusalFor(error: unknown): UserError | null;
  disk(): Promise<DiskState>;
  /**
   * Throws `diskReserveReached` while less than the reserve is free. Called before work that uses
   * disk space.
   */
  requireDiskReserve(): Promise<void>;
  /** Throws the reason this process can't serve calls: no disk space or no file descriptors. */
  requireReady(): Promise<void>;
}

/**
 * Monitors the disk of the data folder, and remembers a full database disk until a write succeeds
 * again.
 */
export function openResources(
  config: Pick<Config, 'dataDir' | 'diskReserveBytes'>,
  db: Database,
): Resources {
  const reserveBytes = config.diskReserveBytes;
  let isDatabaseDiskFull = false;
  let nextProbeAt = 0;

  async function disk(): Promise<DiskState> {
    const freeBytes = await freeBytesOf(config.dataDir);
    return { freeBytes, reserveBytes, isBelowReserve: freeBytes < reserveBytes };
  }

  function refusalFor(error: unknown): UserError | null {
    const resource = exhaustedResource(error);
    if (!resource) return null;
    if (resource === 'disk') isDatabaseDiskFull = true;
    return exhausted(resource);
  }

  async function requireDatabaseDisk(): Promise<void> {
    if (!isDatabaseDiskFull) return;
    if (performance.now() < nextProbeAt) throw exhausted('disk');
    nextProbeAt = performance.now() + writeProbeEveryMs;
    await writeProbe(db);
    isDatabaseDiskFull = false;
  }

  return {
    refusalFor,
    disk,
    requireDiskReserve: async () => {
      if ((await disk()).isBelowReserve) throw userError('diskReserveReached');
    },
    requireReady: async () => {
      // Opening one shows that there is a file descriptor left.
      await (await open('/dev/null', 'r')).close();
      if ((await disk()).freeBytes < reserveBytes * readyShare) throw exhausted('disk');
      await requireDatabaseDisk();
    },
  };
}

/** Writes and removes half a megabyte: enough that PostgreSQL has to allocate disk space. */
async function writeProbe(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`create temporary table disk_probe on commit drop as
      select repeat(md5(line::text), 64) as filling from generate_series(1, 256) as line`.execute(
      transaction,
    );
  });
}
