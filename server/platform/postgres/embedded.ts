import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ownerRole } from '../database/rowSecurity/roles.ts';
import { ballastBytes, ensureBallast } from './ballast.ts';
import { executableFolder, postgresMajor } from './binaries.ts';
import { type Cluster, initializeCluster, serverPid, startServer, stopServer } from './cluster.ts';
import { lockFolder } from './folderLock.ts';
import {
  clusterOwner,
  createFolders,
  type DatabaseUrls,
  databaseUrls,
  ensurePrivateFolder,
  findFolders,
} from './folders.ts';
import { makeEnterableFolder } from './pathAccess.ts';
import { ensureRoles, transferToOwner } from './roles.ts';
import { chooseServiceUser, ownerOf } from './serviceUser.ts';

export interface EmbeddedPostgresOptions {
  /** Data folder of the portal. The server uses its subfolder `postgres`. */
  dataDir: string;
  /** Receives one line for each notable step, with the reason. */
  log: (line: string) => void;
  /** For tests: data isn't durable on power loss, and stopping doesn't wait for a checkpoint. */
  throwAway?: boolean;
}

export interface EmbeddedPostgres {
  /** Connection URLs of the database `cloudberth`, for `pg` and libpq programs. */
  urls: DatabaseUrls;
  /** Process ID of the server when it was started or adopted. */
  pid: number;
  /** Restarts the server if it has died. */
  revive(): Promise<void>;
  /** Reserves disk space for the server and releases it when the disk is nearly full. */
  reserveSpace(): Promise<void>;
  /** Stops the server, rolls back open transactions, and ends sessions. */
  stop(): Promise<void>;
}

const databaseName = 'cloudberth';

/**
 * Starts the bundled PostgreSQL of a data folder. The first start initializes it, which takes a few
 * seconds. Adopts a server left running by a killed portal, and recovers the files of a killed
 * server. Throws a readable error if another process uses the folder or if it has another major
 * version.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  await makeEnterableFolder(dataDir);
  await chmod(dataDir, 0o711);
  await reserveSpace(options);
  const lock = await lockFolder(join(dataDir, 'postgres.lock'), `The database in ${dataDir}`);
  try {
    const cluster = await prepareCluster(options);
    const existingPid = await serverPid(cluster);
    if (existingPid) log(`PostgreSQL is still running (process ${existingPid}) and will be reused`);
    const pid = existingPid ?? (await startServer(cluster));
    await ensureDatabase(cluster);
    let stopping = false;
    return {
      urls: await databaseUrls(cluster.folders, databaseName),
      pid,
      revive: async () => {
        if (stopping || (await serverPid(cluster))) return;
        log('PostgreSQL ended unexpectedly and is being restarted');
        await startServer(cluster);
      },
      reserveSpace: () => reserveSpace(options),
      stop: async () => {
        stopping = true;
        await stopServer(cluster);
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Reserves disk space. Does nothing for tests, which keep no data, or for a folder without a
 * database.
 */
async function reserveSpace({
  dataDir,
  log,
  throwAway = false,
}: EmbeddedPostgresOptions): Promise<void> {
  const folders = throwAway ? undefined : await findFolders(dataDir);
  if (!folders) return;
  const change = await ensureBallast(folders.root);
  if (change === 'released')
    log(
      `the disk is almost full: the ${ballastBytes / 2 ** 20} MB reserved for PostgreSQL in ${folders.root} were released. Free up space before they are used up`,
    );
  if (change === 'reserved')
    log(`${ballastBytes / 2 ** 20} MB of disk space reserved for PostgreSQL in ${folders.root}`);
}

/**
 * Connection URLs of a data folder's server if it is running, for commands that run alongside the
 * portal.
 */
export async function runningPostgresUrls(dataDir: string): Promise<DatabaseUrls | undefined> {
  const folders = await findFolders(dataDir);
  if (!folders || !(await serverPid({ folders }))) return undefined;
  return databaseUrls(folders, databaseName);
}

/** Stops a temporary server whose process was killed. */
export async function stopAbandonedPostgres(dataDir: string): Promise<void> {
  const folders = await findFolders(dataDir);
  if (folders) await stopServer({ folders, throwAway: true });
}

/** Prepares the cluster of a data folder without starting it, and initializes it the first time. */
export async function prepareCluster({
  dataDir,
  log,
  throwAway = false,
}: EmbeddedPostgresOptions): Promise<Cluster> {
  const found = await findFolders(dataDir);
  const owner = found && (await clusterOwner(found));
  const user = owner === undefined ? await chooseServiceUser(throwAway, log) : await ownerOf(owner);
  const folders = found ?? (await createFolders(dataDir, user, log));
  const cluster = { folders, user, throwAway, programs: await executableFolder(user, log) };
  if (owner === undefined) {
    log(`initializing PostgreSQL ${postgresMajor} in ${folders.root}`);
    await initializeCluster(cluster);
  }
  await requirePostgresVersion(folders.cluster);
  await ensurePrivateFolder(folders.socket, user);
  return cluster;
}

async function requirePostgresVersion(clusterFolder: string): Promise<void> {
  const version = (await readFile(join(clusterFolder, 'PG_VERSION'), 'utf8')).trim();
  if (Number(version) === postgresMajor) return;
  throw new Error(
    `The database in ${clusterFolder} was created by PostgreSQL ${version}, but this Cloudberth release includes PostgreSQL ${postgresMajor}. ` +
      `Use the Cloudberth release that created it, or see "Upgrades" in docs/operating.md.`,
  );
}

async function ensureDatabase({ folders }: Cluster): Promise<void> {
  const { administrator } = await databaseUrls(folders, 'postgres');
  const client = new pg.Client({ connectionString: administrator });
  await client.connect();
  try {
    await ensureRoles(client, await readFile(folders.password, 'utf8'));
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba)::text as owner from pg_database where datname = $1',
      [databaseName],
    );
    if (rows.length === 0) await client.query(`create database ${databaseName} owner ${ownerRole}`);
    if (rows[0] === undefined || rows[0].owner === ownerRole) return;
    // The cluster was created by a version that used one role for everything. The owner of the
    // database itself changes last, so that an interrupted start is repeated.
    await transferToOwner((await databaseUrls(folders, databaseName)).administrator);
    await client.query(`alter database ${databaseName} owner to ${ownerRole}`);
  } finally {
    await client.end();
  }
}
