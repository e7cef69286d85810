import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compiledServer, packedServer } from '../../launcher/build/server.ts';
import { nodeFlags } from '../../server/nodeFlags.ts';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { TestClient } from '../../server/testing/client.ts';

export interface BenchPortal {
  address: string;
  /** The schema owner's connection URL, which sees every row. */
  databaseUrl: string;
  /** The portal's own connection URL. */
  appUrl: string;
  dataDir: string;
  pid: number;
  root: TestClient;
  /**
   * Stops the process and starts another one on the same data, for example one that only serves API
   * calls.
   */
  restart(environment: NodeJS.ProcessEnv): Promise<void>;
  stop(): Promise<void>;
}

const email = 'root@example.test';
const password = 'Bench_password_1';

/**
 * A portal in a separate process on a temporary PostgreSQL, with the simulated engine and a
 * signed-in root user.
 */
export async function startBenchPortal(environment: NodeJS.ProcessEnv = {}): Promise<BenchPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-bench-'));
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const start = (more: NodeJS.ProcessEnv = {}) =>
    spawn(process.execPath, [...nodeFlags, packedServer], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: compiledServer,
        DATABASE_URL: postgres.urls.app,
        DATABASE_MIGRATION_URL: postgres.urls.owner,
        CLOUDBERTH_DATA: dataDir,
        CLOUDBERTH_PORT: '0',
        CLOUDBERTH_ENGINE: 'simulated',
        CLOUDBERTH_LOG_LEVEL: 'warn',
        CLOUDBERTH_ROOT_EMAIL: email,
        CLOUDBERTH_ROOT_PASSWORD: password,
        ...environment,
        ...more,
      },
    });
  let child = start();
  const portal: BenchPortal = {
    address: await readyAddress(child),
    databaseUrl: postgres.urls.owner,
    appUrl: postgres.urls.app,
    dataDir,
    pid: child.pid ?? 0,
    root: new TestClient(''),
    restart: async (more) => {
      await stopChild(child);
      child = start(more);
      portal.address = await readyAddress(child);
      portal.pid = child.pid ?? 0;
      const { cookie, token, userId, email: rootEmail } = portal.root;
      portal.root = new TestClient(portal.address);
      Object.assign(portal.root, { cookie, token, userId, email: rootEmail });
    },
    stop: async () => {
      await stopChild(child);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  portal.root = new TestClient(portal.address);
  await portal.root.signIn(email, password);
  return portal;
}

async function stopChild(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}

async function readyAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The portal has no output to read.');
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = /^ready (http\S+) /.exec(line);
    if (!ready?.[1]) continue;
    child.stdout.resume();
    return ready[1];
  }
  throw new Error('The portal ended before it was ready.');
}

/** Resident memory of a process in bytes (Linux). */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
}
