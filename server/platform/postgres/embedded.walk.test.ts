import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chown,
  lstat,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyUnusedCluster } from '../testing/unusedCluster.ts';
import { type EmbeddedPostgres, runningPostgresUrls, startEmbeddedPostgres } from './embedded.ts';
import { makeEnterableFolder } from './pathAccess.ts';

let dataDir: string;
let postgres: EmbeddedPostgres | undefined;
const lines: string[] = [];

beforeEach(async () => {
  dataDir = await copyUnusedCluster();
  lines.length = 0;
});

afterEach(async () => {
  await postgres?.stop();
  postgres = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: (line) => lines.push(line),
    throwAway: true,
  });
  return postgres;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the server in a separate process that then waits, like a portal that can be killed. */
async function startInOtherProcess(): Promise<{ child: ChildProcess; pid: number }> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => {}, throwAway: true });
    process.stdout.write(String(server.pid));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('the other process has no output');
  const [output] = await once(child.stdout, 'data');
  return { child, pid: Number(output) };
}

const hasExited = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

test('keeps data across a stop and a start', async () => {
  const first = await start();
  await query(first.urls.owner, 'CREATE TABLE kept AS SELECT 7 AS seven');
  await first.stop();
  const second = await start();
  expect(await query(second.urls.owner, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
});

test('doesn’t listen on a TCP port', async () => {
  const {
    urls: { owner: url },
  } = await start();
  expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

test('requires the password even on the socket', async () => {
  const {
    urls: { owner: url },
  } = await start();
  await expect(query(url.replace(/:[^:@]*@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
    'password authentication failed',
  );
});

test('recovers the files of a server that was killed', async () => {
  const first = await start();
  await query(first.urls.owner, 'CREATE TABLE kept AS SELECT 7 AS seven');
  process.kill(first.pid, 'SIGKILL');
  await vi.waitUntil(() => hasExited(first.pid), 5_000);
  await first.stop();
  const second = await start();
  expect(second.pid).not.toBe(first.pid);
  expect(await query(second.urls.owner, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
});

test('waits for a killed server that is still a zombie process', async () => {
  const first = await start();
  await first.stop();
  const cluster = join(dataDir, 'postgres', 'cluster');
  // The parent process never reaps children that end after it has replaced the shell, so the child
  // remains a zombie. The shell would reap it.
  const { uid, gid } = await stat(cluster);
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 3'], {
    uid,
    gid,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await once(parent.stdout, 'data');
  const pid = Number(String(output).trim());
  await vi.waitUntil(
    async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z '),
    5_000,
  );
  await writeFile(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n`);
  await chown(join(cluster, 'postmaster.pid'), uid, gid);
  const second = await start();
  expect(hasExited(pid)).toBe(true);
  expect(await query(second.urls.owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('restarts the server if it died while the portal runs', async () => {
  const server = await start();
  process.kill(server.pid, 'SIGKILL');
  await vi.waitUntil(() => hasExited(server.pid), 5_000);
  await server.revive();
  expect(await query(server.urls.owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(lines).toContain('PostgreSQL ended unexpectedly and is being restarted');
});

test('rejects a data folder in use and names the process', async () => {
  const { child, pid } = await startInOtherProcess();
  await expect(start()).rejects.toThrow(`is already in use by the process ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const restarted = await start();
  expect(restarted.pid).toBe(pid);
  expect(lines).toContain(`PostgreSQL is still running (process ${pid}) and will be reused`);
});

test('rejects a data folder of another major version with a clear message', async () => {
  const server = await start();
  await server.stop();
  await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '15\n');
  await expect(start()).rejects.toThrow(
    'was created by PostgreSQL 15, but this Cloudberth release includes PostgreSQL 18',
  );
});

test('creates a server in a missing folder, and in an existing one without making it readable by others', async () => {
  const empty = join(dataDir, 'missing', 'empty');
  expect(await query((await start(empty)).urls.owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await readdir(join(empty, 'postgres'))).toContain('cluster');
  expect((await lstat(join(empty, 'postgres'))).isSymbolicLink()).toBe(false);
});

test('starts over after an interrupted initialization', async () => {
  const server = await start();
  await server.stop();
  await rename(join(dataDir, 'postgres', 'cluster'), join(dataDir, 'postgres', 'cluster.new'));
  expect(await query((await start()).urls.owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('works in a folder whose path is too long for a socket', async () => {
  const deep = join(dataDir, 'a'.repeat(60), 'b c'.repeat(20));
  await makeEnterableFolder(deep);
  await rename(join(dataDir, 'postgres'), join(deep, 'postgres'));
  const {
    urls: { owner: url },
  } = await start(deep);
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  const socketFolder = new URL(url.replace('@/', '@host/')).searchParams.get('host') ?? '';
  await postgres?.stop();
  await expect(access(socketFolder)).rejects.toThrow('ENOENT');
});

test('provides the address to other commands only while it is running', async () => {
  const server = await start();
  expect(await runningPostgresUrls(dataDir)).toEqual(server.urls);
  await server.stop();
  expect(await runningPostgresUrls(dataDir)).toBeUndefined();
});
