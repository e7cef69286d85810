import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../../prepareDatabase.ts';
import { ownerRole } from '../database/rowSecurity/roles.ts';
import {
  type EmbeddedPostgres,
  prepareCluster,
  startEmbeddedPostgres,
  stopAbandonedPostgres,
} from '../postgres/embedded.ts';
import { isHeld } from '../postgres/folderLock.ts';
import type { DatabaseUrls } from '../postgres/folders.ts';
import { copyFolder } from './unusedCluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URLs of the temporary server of this test run. */
    postgresUrls: DatabaseUrls;
    /** Data folder with a cluster that was initialized and never started. */
    unusedCluster: string;
    /**
     * The error of the migrations, or empty if they succeeded. Only tests that need a database fail
     * because of it.
     */
    migrationProblem: string;
  }
}

const templateName = 'migrated_template';
const folderPrefix = 'cloudberth-test-';
/** Folders are named after the process that uses them, because only some have a lock. */
const ownPrefix = `${folderPrefix}${process.pid}-`;

/**
 * Vitest's global setup: one temporary PostgreSQL server for the whole run, with a migrated
 * template database.
 */
export default async function startTestPostgres(
  project: TestProject,
): Promise<() => Promise<void>> {
  const parent = await parentFolder();
  for (const folder of [tmpdir(), memoryFolder]) await removeAbandoned(folder);
  const dataDir = await makeFolder(parent);
  const unused = await makeFolder(parent);
  const options = { dataDir, log: () => {}, throwAway: true };
  await prepareCluster(options);
  await copyFolder(dataDir, unused);
  const server = await startEmbeddedPostgres(options);
  await withClient(server.urls.administrator, (client) =>
    client.query(`CREATE DATABASE ${templateName} OWNER ${ownerRole}`),
  );
  const problem = await prepare(server.urls).then(
    () => '',
    (error: unknown) => String(error),
  );
  project.provide('postgresUrls', server.urls);
  project.provide('migrationProblem', problem);
  project.provide('unusedCluster', unused);
  return async () => {
    await stopAndRemove(server, dataDir);
    await rm(unused, { recursive: true, force: true });
  };
}

async function makeFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, ownPrefix));
  await chmod(folder, 0o711); // If root runs the tests, the server runs as nobody and must be able to enter the folder.
  return folder;
}

/** Done once in the template instead of in each database. */
async function prepare({ app, owner }: DatabaseUrls): Promise<void> {
  const rowSecurity = await prepareDatabase({
    databaseUrl: databaseUrl(app, templateName),
    migrationUrl: databaseUrl(owner, templateName),
  });
  if (!rowSecurity.isRaised) throw new Error(`${rowSecurity.advice}`);
}

/**
 * A test database, with connection URLs for the portal and for the owner, who sees every row
 * regardless of the scope.
 */
export interface TestDatabase {
  url: string;
  ownerUrl: string;
  /** Connection URL for the superuser of the server. */
  administratorUrl: string;
  drop(): Promise<void>;
}

/**
 * Creates a separate migrated database, cloned from the template (about 50 ms). `drop` ends its
 * sessions and removes it. Its files are copied, because the default strategy also writes every
 * page to the log and takes five times as long.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const problem = inject('migrationProblem');
  if (problem) throw new Error(`The migrations do not run on an empty database: ${problem}`);
  const { app, owner, administrator } = inject('postgresUrls');
  administration ??= new pg.Pool({ connectionString: administrator, allowExitOnIdle: true });
  const server = administration;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await server.query(
    `CREATE DATABASE ${name} TEMPLATE ${templateName} OWNER ${ownerRole} STRATEGY FILE_COPY`,
  );
  return {
    url: databaseUrl(app, name),
    ownerUrl: databaseUrl(owner, name),
    administratorUrl: databaseUrl(administrator, name),
    drop: async () => void (await server.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** Shared by all databases that a process creates. */
let administration: pg.Pool | undefined;

function databaseUrl(serverUrl: string, database: string): string {
  return serverUrl.replace(/@\/[^?]*/, `@/${database}`);
}

async function withClient(
  url: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function stopAndRemove(server: EmbeddedPostgres, dataDir: string): Promise<void> {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

const memoryFolder = '/dev/shm';
/** Several times the maximum that a whole run writes, including the log. */
const requiredMemory = 4 * 1024 ** 3;

/**
 * Uses memory if there is plenty, because each test file creates and drops a database, which takes
 * half a second on some disks.
 */
async function parentFolder(): Promise<string> {
  const memoryFilesystem = await statfs(memoryFolder).catch(() => undefined);
  const hasEnoughMemory =
    memoryFilesystem !== undefined &&
    memoryFilesystem.bavail * memoryFilesystem.bsize >= requiredMemory &&
    freemem() >= 2 * requiredMemory;
  return hasEnoughMemory ? memoryFolder : tmpdir();
}

/**
 * Removes folders and stops servers of killed runs. Keeps new folders, because they could belong to
 * a run that is just starting.
 */
async function removeAbandoned(parent: string): Promise<void> {
  const names = (await readdir(parent).catch(() => [])).filter((name) =>
    name.startsWith(folderPrefix),
  );
  for (const dataDir of names.map((name) => join(parent, name))) {
    const folderStats = await stat(dataDir).catch(() => undefined);
    const isMine = folderStats !== undefined && folderStats.uid === process.getuid?.();
    const isServerRunning = runs(Number(/-(\d+)-\w+$/.exec(dataDir)?.[1]));
    if (
      !isMine ||
      isServerRunning ||
      Date.now() - folderStats.birthtimeMs < 60_000 ||
      (await isHeld(join(dataDir, 'postgres.lock')))
    )
      continue;
    await stopAbandonedPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}

function runs(pid: number): boolean {
  if (!Number.isInteger(pid)) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
