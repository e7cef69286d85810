import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import {
  appendFile,
  chown,
  open,
  readFile,
  readlink,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PostgresFolders } from './folders.ts';
import { administratorRole } from './roles.ts';
import type { ServiceUser } from './serviceUser.ts';
import { settingsText } from './settings.ts';

const run = promisify(execFile);

/** A cluster on disk and its runtime settings. */
export interface Cluster {
  folders: PostgresFolders;
  /** Undefined if the portal doesn't run as root. */
  user: ServiceUser | undefined;
  /** Folder with `bin/postgres` and `bin/initdb`. */
  programs: string;
  throwAway: boolean;
}

const startLimitMs = 60_000;
const stopLimitMs = 25_000;
const dyingLimitMs = 10_000;
const pollMs = 20;
const settingsFile = 'cloudberth.conf';

/**
 * Runs initdb in a temporary folder and renames it, so that an interrupted initialization never
 * looks complete.
 */
export async function initializeCluster(cluster: Cluster): Promise<void> {
  const { folders, throwAway } = cluster;
  const draft = `${folders.cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  await runProgram(cluster, 'initdb', [
    `--pgdata=${draft}`,
    `--username=${administratorRole}`,
    `--pwfile=${folders.password}`,
    // A temporary cluster doesn't need thousands of hash iterations. The password is required and
    // compared once.
    `--auth=${throwAway ? 'password' : 'scram-sha-256'}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin', // The same sort order on every machine, regardless of its locales.
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(throwAway ? ['--no-sync', '--set=scram_iterations=1'] : []),
  ]);
  await appendFile(
    join(draft, 'postgresql.conf'),
    `\ninclude '${settingsFile}' # written by Cloudberth at every start\n# Settings below this line are yours and win.\n`,
  );
  await rename(draft, folders.cluster);
}

/** Starts the server and waits until it accepts connections. Returns the process ID. */
export async function startServer(cluster: Cluster): Promise<number> {
  const deadline = performance.now() + startLimitMs;
  const dyingDeadline = performance.now() + dyingLimitMs;
  await writeSettings(cluster);
  for (;;) {
    const outcome = await attemptStart(cluster, deadline);
    if (typeof outcome === 'number') return outcome;
    // After the server is killed with kill -9, its sessions end and its parent reaps it shortly
    // afterward. Until then, PostgreSQL refuses to start. An unrelated process with the same ID
    // would not go away.
    const isShuttingDown =
      /lock file "postmaster.pid" already exists/.test(outcome) &&
      performance.now() < dyingDeadline;
    const hasStaleProcess = /pre-existing shared memory block/.test(outcome) || isShuttingDown;
    if (!hasStaleProcess || performance.now() > deadline)
      throw new Error(`PostgreSQL did not start.\n${outcome}`);
    await delay(200);
  }
}

/** Returns the process ID of the started server, or its output if it failed. */
async function attemptStart(cluster: Cluster, deadline: number): Promise<number | string> {
  const outputFile = join(cluster.folders.log, 'startup.log');
  const output = await open(outputFile, 'w', 0o600);
  const server = spawn(join(cluster.programs, 'bin', 'postgres'), ['-D', cluster.folders.cluster], {
    ...spawnOptions(cluster),
    detached: true, // Ctrl-C in the terminal must stop the portal before the server.
    stdio: ['ignore', output.fd, output.fd],
  });
  let exitReason: string | undefined;
  server.once('error', (error) => {
    exitReason = error.message;
  });
  server.once('exit', (code, signal) => {
    exitReason = `it ended with ${signal ?? `code ${code}`}`;
  });
  server.unref();
  await output.close();
  while (exitReason === undefined && performance.now() < deadline) {
    const status = await readStatus(cluster.folders);
    if (status?.ready && status.pid === server.pid) return status.pid;
    await delay(pollMs);
  }
  if (exitReason === undefined) server.kill('SIGQUIT');
  return `${exitReason ?? `it was not ready after ${startLimitMs / 1000} s`}\n${await lastLines(cluster)}`;
}

/**
 * Returns the process ID of the running server of these folders. Waits while it is starting or
 * stopping.
 */
export async function serverPid(cluster: Pick<Cluster, 'folders'>): Promise<number | undefined> {
  const deadline = performance.now() + startLimitMs;
  for (;;) {
    const status = await readStatus(cluster.folders);
    if (!status || !(await isServer(status.pid, cluster.folders))) return undefined;
    if (status.ready) return status.pid;
    if (performance.now() > deadline)
      throw new Error(
        `PostgreSQL (process ${status.pid}) has been neither ready nor gone for ${startLimitMs / 1000} s; see ${cluster.folders.log}.`,
      );
    await delay(pollMs);
  }
}

/**
 * Performs a fast shutdown. After 25 s, performs an immediate shutdown, from which the server
 * recovers on its next start.
 */
export async function stopServer(cluster: Pick<Cluster, 'folders' | 'throwAway'>): Promise<void> {
  const pid = (await readStatus(cluster.folders))?.pid;
  if (pid !== undefined && (await isServer(pid, cluster.folders))) await endServer(pid, cluster);
  await rm(cluster.folders.socket, { recursive: true, force: true });
}

async function endServer(
  pid: number,
  { folders, throwAway }: Pick<Cluster, 'folders' | 'throwAway'>,
): Promise<void> {
  process.kill(pid, throwAway ? 'SIGQUIT' : 'SIGINT');
  const deadline = performance.now() + stopLimitMs;
  let hasSentQuit = false;
  while (await isServer(pid, folders)) {
    if (!hasSentQuit && performance.now() > deadline) {
      process.kill(pid, 'SIGQUIT');
      hasSentQuit = true;
    }
    await delay(pollMs);
  }
}

/** Reads postmaster.pid: line 1 is the process ID, line 8 the state (pg_ctl reads the same). */
async function readStatus(
  folders: PostgresFolders,
): Promise<{ pid: number; ready: boolean } | undefined> {
  const text = await readFile(join(folders.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * Whether this process is the running server of this cluster. A stale postmaster.pid can contain a
 * reused ID.
 */
async function isServer(pid: number, { cluster }: PostgresFolders): Promise<boolean> {
  // The working directory of a server is its cluster folder. It can't be read for a missing
  // process, a zombie, or another user's process.
  if (process.platform === 'linux')
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster;
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.includes(`-D ${cluster}`);
}

async function writeSettings({ folders, throwAway, user }: Cluster): Promise<void> {
  const path = join(folders.cluster, settingsFile);
  const text = settingsText({ socketFolder: folders.socket, throwAway });
  // Written to a temporary file and renamed, so that a full disk leaves the previous settings
  // intact.
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
  const draft = `${path}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  if (user) await chown(draft, user.uid, user.gid);
  await rename(draft, path);
}

async function lastLines({ folders }: Cluster): Promise<string> {
  const text = await readFile(join(folders.log, 'startup.log'), 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-12).join('\n');
}

function spawnOptions({ user, folders }: Cluster): SpawnOptions {
  return {
    cwd: folders.root,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  };
}

async function runProgram(cluster: Cluster, program: string, args: string[]): Promise<void> {
  const child = spawn(join(cluster.programs, 'bin', program), args, {
    ...spawnOptions(cluster),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error(
      `${program} failed with code ${code}:\n${output.trim().split('\n').slice(-12).join('\n')}`,
    );
}
