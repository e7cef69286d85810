import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from './platform/testing/postgres.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let other: Server;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-main-'));
  other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
});
afterEach(async () => {
  other.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

interface Run {
  code: number | null;
  output: string;
  complaint: string;
}

/** Runs the portal until it ends by itself. */
async function run(environment: NodeJS.ProcessEnv): Promise<Run> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: database.url, CLOUDBERTH_DATA: dataDir, CLOUDBERTH_ENGINE: 'simulated', CLOUDBERTH_LOG_LEVEL: 'silent' },
      ...environment,
    },
  });
  const run: Run = { code: null, output: '', complaint: '' };
  child.stdout.on('data', (chunk: Buffer) => (run.output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (run.complaint += chunk.toString()));
  try {
    const [code] = (await once(child, 'close', { signal: AbortSignal.timeout(25_000) })) as [number | null];
    return { ...run, code };
  } finally {
    child.kill('SIGKILL');
  }
}

async function rows(query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

describe('a portal that cannot start', () => {
  it('names the port that is taken and what to do, ends, and leaves no worker and no connection', async () => {
    const { port } = other.address() as AddressInfo;
    const { code, output, complaint } = await run({ CLOUDBERTH_PORT: String(port) });
    expect(complaint).toBe(
      `The portal cannot listen on 127.0.0.1:${port}: another program already does. Stop that program, or choose another port with CLOUDBERTH_PORT.\n`,
    );
    expect(code).toBe(1);
    expect(output).not.toContain('ready');
    expect(await rows('select id from task_worker')).toEqual([]);
    expect(await rows('select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')).toEqual([]);
  });

  it('names the address that this machine does not have', async () => {
    const { code, complaint } = await run({ CLOUDBERTH_HOST: '192.0.2.1', CLOUDBERTH_PORT: '0' });
    expect(complaint).toMatch(/^The portal cannot listen on 192\.0\.2\.1:0: this machine does not have this address\. Set CLOUDBERTH_HOST/);
    expect(code).toBe(1);
  });

  it('names every variable of the environment that is wrong', async () => {
    const { code, complaint } = await run({
      CLOUDBERTH_PORT: '70000',
      CLOUDBERTH_ENGINE: 'xen',
      CLOUDBERTH_PRIVATE_DOMAINS: 'corp.example, a/b',
    });
    expect(complaint).toMatch(
      /^The environment is not right:\n {2}CLOUDBERTH_PORT: .*\n {2}CLOUDBERTH_ENGINE: .*\n {2}CLOUDBERTH_PRIVATE_DOMAINS: .*corp\.example.*\n$/,
    );
    expect(code).toBe(1);
  });
});
