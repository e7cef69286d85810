import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { type UserError, userError } from '../../../contract/errors/errors.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { freeBytesOf } from './diskSpace.ts';
import { exhaustedError, exhaustedResource } from './exhaustion.ts';

/**
 * Below this share of the reserve, the portal reports that it isn't ready, because PostgreSQL needs
 * the rest.
 */
const readyShare = 0.25;
/** Minimum interval between write attempts after the disk was full, in ms. */
const writeProbeEveryMs = 2_000;

/** Free disk space, in bytes. */
export interface DiskState {
  freeBytes: number;
  reserveBytes: number;
  /**
   * Whether the free space is below the reserve, so that nothing that uses disk space can be
   * created.
   */
  isBelowReserve: boolean;
}

/** Disk space, memory, connections, and open files of this process and its database. */
export interface Resources {
  /** The user error for an exhausted resource. Null for any other error. */
  refusalFor(error: unknown): UserError | null;
  disk(): Promise<DiskState>;
  /**
   * Throws `diskReserveReached` if free space is below the reserve. Call it before work that uses
   * disk space.
   */
  requireDiskReserve(): Promise<void>;
  /**
   * Throws if this process can't serve calls because it has no disk space or file descriptors left.
   */
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
    return exhaustedError(resource);
  }

  async function requireDatabaseDisk(): Promise<void> {
    if (!isDatabaseDiskFull) return;
    if (performance.now() < nextProbeAt) throw exhaustedError('disk');
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
      // Checks that a file descriptor is available.
      await (await open('/dev/null', 'r')).close();
      if ((await disk()).freeBytes < reserveBytes * readyShare) throw exhaustedError('disk');
      await requireDatabaseDisk();
    },
  };
}

/**
 * Writes and removes half a megabyte, which is enough for PostgreSQL to have to allocate disk
 * space.
 */
async function writeProbe(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`create temporary table disk_probe on commit drop as
      select repeat(md5(line::text), 64) as filling from generate_series(1, 256) as line`.execute(
      transaction,
    );
  });
}
