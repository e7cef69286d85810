import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/postgres/embedded.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-data-'));
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
}, 120_000);
afterAll(async () => {
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Entries that users other than the owner can read, write, or list. The data folder itself must be
 * traversable by the PostgreSQL user.
 */
async function entriesAccessibleToOthers(): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true });
  const found = await Promise.all(
    entries.map(async (name) => {
      const stats = await lstat(join(dataDir, name)).catch(() => null);
      const isOpen = stats !== null && !stats.isSymbolicLink() && (stats.mode & 0o066) !== 0;
      return isOpen ? [`${name} ${(stats.mode & 0o777).toString(8)}`] : [];
    }),
  );
  return found.flat();
}

it('the data folder has no files readable by others, even if the portal was started with a permissive umask', async () => {
  const environment = {
    ...process.env,
    ...{
      DATABASE_URL: postgres.urls.app,
      DATABASE_MIGRATION_URL: postgres.urls.owner,
      CLOUDBERTH_DATA: dataDir,
      CLOUDBERTH_ENGINE: 'simulated',
      CLOUDBERTH_PORT: '0',
    },
    CLOUDBERTH_ROOT_PASSWORD: 'Walk_password_1',
  };
  const portal = spawn('sh', ['-c', 'umask 022; exec "$0" server/main.ts', process.execPath], {
    env: environment,
  });
  let output = '';
  const isReady = new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      if (/^(.*: )?ready /m.test(output)) resolve();
    };
    portal.stdout.on('data', onOutput);
    portal.stderr.on('data', onOutput);
    portal.once('exit', () => reject(new Error(output)));
  });
  await isReady;
  const files = await readdir(dataDir);
  const open = await entriesAccessibleToOthers();
  portal.kill();
  await once(portal, 'exit');
  expect(files).toContain('secret.key');
  expect(open).toEqual([]);
  expect(await entriesAccessibleToOthers()).toEqual([]);
}, 180_000);
