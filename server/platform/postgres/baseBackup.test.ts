import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyUnusedCluster } from '../testing/unusedCluster.ts';
import { writeBaseBackup } from './baseBackup.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { restoreCluster } from './restore.ts';

let folder: string;
const log = () => {};

beforeEach(async () => {
  folder = await copyUnusedCluster();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a backup made while the server runs can be restored to a server with the same rows and the same password', async () => {
  const tarFile = join(folder, 'copy.tar');
  const original = await startEmbeddedPostgres({ dataDir: folder, log, throwAway: true });
  try {
    await query(
      original.urls.owner,
      'CREATE TABLE kept AS SELECT n, md5(n::text) AS text FROM generate_series(1, 50000) n',
    );
    await writeBaseBackup(original.urls.administrator, tarFile);
  } finally {
    await original.stop();
  }
  const password = await readFile(join(folder, 'postgres', 'password'), 'utf8');
  const dataDir = join(folder, 'restored');
  await restoreCluster({ dataDir, tarFile, exclude: 'nothing', password, log, throwAway: true });
  const restored = await startEmbeddedPostgres({ dataDir, log, throwAway: true });
  try {
    expect(
      await query(
        restored.urls.owner,
        'SELECT count(*)::int AS rows, count(*) FILTER (WHERE text = md5(n::text))::int AS intact FROM kept',
      ),
    ).toEqual([{ rows: 50_000, intact: 50_000 }]);
  } finally {
    await restored.stop();
  }
});

test('a file that isn’t a backup leaves no database behind', async () => {
  const tarFile = join(folder, 'letter.txt');
  await writeFile(tarFile, 'Dear reader,');
  const dataDir = join(folder, 'restored');
  await expect(
    restoreCluster({ dataDir, tarFile, exclude: 'nothing', password: 'x', log, throwAway: true }),
  ).rejects.toThrow(`Unpacking ${tarFile} failed`);
  await expect(readFile(join(dataDir, 'postgres', 'password'))).rejects.toThrow('ENOENT');
});
