import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
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

/** Runs the portal until it exits on its own. */
async function run(environment: NodeJS.ProcessEnv): Promise<Run> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      ...{
        DATABASE_URL: database.url,
        CLOUDBERTH_DATA: dataDir,
        CLOUDBERTH_ENGINE: 'simulated',
        CLOUDBERTH_LOG_LEVEL: 'silent',
      },
      ...environment,
    },
  });
  const run: Run = { code: null, output: '', complaint: '' };
  child.stdout.on('data', (chunk: Buffer) => (run.output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (run.complaint += chunk.toString()));
  try {
    const [code] = (await once(child, 'close', { signal: AbortSignal.timeout(25_000) })) as [
      number | null,
    ];
    return { ...run, code };
  } finally {
    child.kill('SIGKILL');
  }
}

async function rows(query: string, url = database.administratorUrl): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

/** Creates an empty database, without the portal's tables. */
async function createEmptyDatabase(): Promise<{
  url: string;
  tables(): Promise<unknown[]>;
  drop(): Promise<void>;
}> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const url = database.administratorUrl.replace(/\/\w+\?/, `/${name}?`);
  await rows(`create database ${name}`);
  return {
    url,
    tables: () => rows("select tablename from pg_tables where schemaname = 'public'", url),
    drop: async () => {
      await rows(`drop database ${name} with (force)`);
    },
  };
}

describe('a portal that can’t start', () => {
  it('names the port in use and the remedy, exits, and leaves no worker and no connection', async () => {
    const { port } = other.address() as AddressInfo;
    const { code, output, complaint } = await run({ CLOUDBERTH_PORT: String(port) });
    expect(complaint).toBe(
      `The portal can't listen on 127.0.0.1:${port}: another program already uses this port. Stop that program, or choose another port with CLOUDBERTH_PORT.\n`,
    );
    expect(code).toBe(1);
    expect(output).not.toContain('ready');
    expect(await rows('select id from task_worker')).toEqual([]);
    expect(
      await rows(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    ).toEqual([]);
  });

  it('reports an address that isn’t on this machine', async () => {
    const { code, complaint } = await run({ CLOUDBERTH_HOST: '192.0.2.1', CLOUDBERTH_PORT: '0' });
    expect(complaint).toMatch(
      /^The portal can't listen on 192\.0\.2\.1:0: this machine doesn't have this IP address\. Set CLOUDBERTH_HOST/,
    );
    expect(code).toBe(1);
  });

  it('reports every invalid environment variable', async () => {
    const { code, complaint } = await run({
      CLOUDBERTH_PORT: '70000',
      CLOUDBERTH_ENGINE: 'xen',
      CLOUDBERTH_PRIVATE_DOMAINS: 'corp.example, a/b',
    });
    expect(complaint).toMatch(
      /^These environment variables aren't valid:\n {2}CLOUDBERTH_PORT must be a port, 1 to 65535, not 70000\n {2}CLOUDBERTH_ENGINE: .*\n {2}CLOUDBERTH_PRIVATE_DOMAINS must .*corp\.example.*\n$/,
    );
    expect(code).toBe(1);
  });

  it('explains what is wrong with its database address', async () => {
    const message =
      'DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1. Start it, or correct the address.';
    const environment = { DATABASE_URL: 'postgresql://127.0.0.1:1/x', CLOUDBERTH_PORT: '0' };
    expect(await run(environment)).toMatchObject({ code: 1, complaint: `${message}\n` });
  });

  it('rejects an invalid first password before anything is created', async () => {
    const empty = await createEmptyDatabase();
    try {
      const environment = {
        DATABASE_URL: empty.url,
        CLOUDBERTH_PORT: '0',
        CLOUDBERTH_ROOT_PASSWORD: 'short',
      };
      const rule = 'must be 8 to 20 characters long, of letters, digits and underscore alone.';
      expect(await run(environment)).toMatchObject({
        code: 1,
        complaint: `CLOUDBERTH_ROOT_PASSWORD ${rule}\n`,
      });
      expect(await empty.tables()).toEqual([]);
    } finally {
      await empty.drop();
    }
  });
});
