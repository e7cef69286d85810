import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { TestApp } from '../../../../../server/testing/app.ts';

/** All server data of a portal, which must be unchanged after a failure. */
export interface ServerResources {
  servers: string[];
  disks: string[];
  nics: string[];
  /** Addresses assigned to an interface. */
  addresses: string[];
  openSpans: string[];
  imageUses: string[];
  /** Tasks that are unfinished, or finished in a state that needs attention. */
  unfinishedTasks: string[];
  /** `engine/server id`, for all available engines. */
  onEngines: string[];
  /**
   * Files and folders below the data folder, without the engines' shared server folders and files
   * written by readings.
   */
  files: string[];
  /** Processes whose command line contains the data folder, which are the virtual machines. */
  processes: string[];
}

/** Reads all server data. `processes` is empty on systems without /proc. */
export async function readServerState({ portal }: TestApp): Promise<ServerResources> {
  const { services } = portal;
  const column = async (query: ReturnType<typeof sql<{ one: string }>>) =>
    (await query.execute(services.database.db)).rows.map((row) => row.one).sort();
  const { dataDir } = services.config;
  return {
    servers: await column(sql`select concat_ws(' ', id, state, power) as one from server`),
    disks: await column(sql`select id::text as one from server_disk`),
    nics: await column(sql`select id::text as one from nic`),
    addresses: await column(sql`select ip::text as one from address where kind = 0`),
    openSpans: await column(
      sql`select concat_ws(' ', subject_id, item) as one from span where to_at is null`,
    ),
    imageUses: await column(sql`select server_id::text as one from image_use`),
    unfinishedTasks: await column(
      sql`select concat_ws(' ', id, type, state) as one from task where completed_at is null or is_stuck`,
    ),
    onEngines: await onEngines(services.engines),
    files: await filesUnder(dataDir),
    processes: await processesReferencing(dataDir),
  };
}

async function onEngines(engines: TestApp['portal']['services']['engines']): Promise<string[]> {
  const found = await Promise.all(
    engines
      .all()
      .map(async (engine) => (await engine.list()).map((server) => `${engine.name}/${server.id}`)),
  );
  return found.flat().sort();
}

async function filesUnder(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  // The read position of the traffic counter is written by the next load reading, at an
  // unpredictable time.
  return files.filter((file) => !/^(qemu|simulated)\/servers$|\.pcap\.json$/.test(file)).sort();
}

async function processesReferencing(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  // A process that only waits for a confined program has the same command line.
  return lines
    .filter((line) => line.includes(folder) && !line.startsWith('unshare'))
    .map((line) => line.replaceAll('\0', ' '))
    .sort();
}
