import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresMajor } from '../../server/platform/postgres/binaries.ts';
import { restoreCluster } from '../../server/platform/postgres/restore.ts';
import { printStatus, UserError } from '../output.ts';
import { dataFolder, resolveFromCaller } from '../project.ts';
import { runQuietly } from '../run/processes.ts';
import {
  type BackupManifest,
  manifestFileName,
  passwordFileName,
  stateFolderName,
  thisPlatform,
} from './manifest.ts';

/** Fills an empty data folder from a file written by `backup`. */
export async function restore(path: string): Promise<number> {
  const file = resolveFromCaller(path);
  const dataDir = dataFolder();
  if (!(await stat(file).catch(() => undefined))) throw new UserError(`There is no file ${file}.`);
  const existingFiles = await readdir(dataDir).catch(() => []);
  if (existingFiles.length > 0) {
    throw new UserError(
      `${dataDir} isn't empty (${existingFiles.slice(0, 5).join(', ')}). Move it, or set CLOUDBERTH_DATA to an empty folder. Nothing was changed.`,
    );
  }
  const staging = await mkdtemp(join(tmpdir(), 'cloudberth-restore-'));
  try {
    await runQuietly(
      'tar',
      ['-xf', file, '-C', staging, stateFolderName],
      `Reading ${file} as a Cloudberth backup`,
    );
    const folder = join(staging, stateFolderName);
    const manifest = JSON.parse(
      await readFile(join(folder, manifestFileName), 'utf8'),
    ) as BackupManifest;
    requireSupportedBackup(manifest, file);
    await mkdir(dataDir, { recursive: true });
    const password = await readFile(join(folder, passwordFileName), 'utf8');
    await restoreCluster({
      dataDir,
      tarFile: file,
      exclude: stateFolderName,
      password,
      log: printStatus,
    });
    for (const name of manifest.files) await copyFile(join(folder, name), join(dataDir, name));
    printStatus(
      `restored ${dataDir} to its state at ${manifest.madeAt}. Start it with ./cloudberth up`,
    );
    for (const { name, files } of manifest.notIncluded)
      if (files > 0) printStatus(`not in the backup, copy it yourself: ${name} (${files} files)`);
    return 0;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function requireSupportedBackup(manifest: BackupManifest, file: string): void {
  if (manifest.format !== 1)
    throw new UserError(
      `${file} has backup format ${manifest.format}, but this Cloudberth release reads format 1. Restore it with the release that created it.`,
    );
  if (manifest.postgresMajor !== postgresMajor) {
    throw new UserError(
      `${file} contains a PostgreSQL ${manifest.postgresMajor} database, but this Cloudberth release includes PostgreSQL ${postgresMajor}. Restore it with the release that created it.`,
    );
  }
  if (manifest.platform !== thisPlatform)
    throw new UserError(
      `${file} was created on ${manifest.platform} and can't be restored on ${thisPlatform}. Restore it on a machine of the same kind.`,
    );
}
