import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBaseBackup } from '../../server/platform/postgres/baseBackup.ts';
import { postgresMajor } from '../../server/platform/postgres/binaries.ts';
import { duration, printStatus, UserError } from '../output.ts';
import { dataFolder, resolveFromCaller } from '../project.ts';
import { withDatabase } from '../run/database.ts';
import { runQuietly } from '../run/processes.ts';
import {
  type BackupManifest,
  manifestFileName,
  passwordFileName,
  stateFolderName,
  thisPlatform,
} from './manifest.ts';

const smallFileMaxBytes = 1024 * 1024;

/**
 * Writes the database and settings to one tar file. The portal can be running. Images and server
 * disks are listed, not copied.
 */
export async function backup(path: string): Promise<number> {
  if (process.env.DATABASE_URL) {
    throw new UserError(
      'DATABASE_URL is set, so the database is on your own server. Back it up with its own tools, for example: pg_dump --format=custom --enable-row-security --file=cloudberth.dump "$DATABASE_MIGRATION_URL" (the owner of the schema)',
    );
  }
  const file = resolveFromCaller(path);
  if (await stat(file).catch(() => undefined))
    throw new UserError(`${file} already exists. Choose another name.`);
  const started = performance.now();
  const partial = `${file}.partial`;
  const staging = await mkdtemp(join(tmpdir(), 'cloudberth-backup-'));
  try {
    await withDatabase(async ({ administrator: url }) => {
      await writeBaseBackup(url, partial);
      const manifest = await harnessState(
        staging,
        decodeURIComponent(/:([^@]*)@/.exec(url.slice('postgresql://'.length))?.[1] ?? ''),
      );
      for (const { name, files, bytes } of manifest.notIncluded)
        printStatus(`not in the backup: ${name} (${files} files, ${gigabytes(bytes)})`);
    });
    await runQuietly(
      'tar',
      ['--append', '-f', partial, '-C', staging, stateFolderName],
      'Adding the settings to the backup',
    );
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
    await rm(staging, { recursive: true, force: true });
  }
  printStatus(
    `${file} written in ${duration(performance.now() - started)} (${gigabytes((await stat(file)).size)}). It contains password hashes, so keep it as safe as the machine`,
  );
  return 0;
}

async function harnessState(staging: string, password: string): Promise<BackupManifest> {
  const folder = join(staging, stateFolderName);
  await mkdir(folder);
  const dataDir = dataFolder();
  const files: string[] = [];
  const notIncluded: BackupManifest['notIncluded'] = [];
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name);
    if (entry.name === 'postgres' || entry.name.includes('.lock')) continue;
    if (entry.isDirectory()) notIncluded.push({ name: entry.name, ...(await sizeOf(path)) });
    else if (entry.isFile() && (await stat(path)).size <= smallFileMaxBytes) {
      await copyFile(path, join(folder, entry.name));
      files.push(entry.name);
    }
  }
  // Only this command writes it, because the instructions for reading the backup must not depend on
  // the current schema.
  const manifest: BackupManifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    postgresMajor,
    platform: thisPlatform,
    files,
    notIncluded,
  };
  await writeFile(join(folder, manifestFileName), JSON.stringify(manifest, null, 2));
  await writeFile(join(folder, passwordFileName), password, { mode: 0o600 });
  return manifest;
}

async function sizeOf(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
