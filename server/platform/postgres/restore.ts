import { spawn } from 'node:child_process';
import { chown, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolders } from './folders.ts';
import { chooseServiceUser } from './serviceUser.ts';

export interface RestoreOptions {
  /** Must be an empty folder. */
  dataDir: string;
  /** A tar archive written by `writeBaseBackup`. */
  tarFile: string;
  /** Name of an entry in the archive that isn't part of the database. */
  exclude: string;
  /** Password of the server from which the backup was made. */
  password: string;
  log: (line: string) => void;
  throwAway?: boolean;
}

/** Creates the database folder of an empty data folder. Partial results are removed on failure. */
export async function restoreCluster(options: RestoreOptions): Promise<void> {
  const { dataDir, tarFile, exclude, password, log, throwAway = false } = options;
  const user = await chooseServiceUser(throwAway, log);
  const folders = await createFolders(dataDir, user, log);
  await writeFile(folders.password, password);
  const draft = `${folders.cluster}.new`;
  await mkdir(draft, { mode: 0o700 });
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  if (user) await chown(draft, user.uid, user.gid);
  const input = await open(tarFile); // Opened here, because the service user might not have permission to read it.
  try {
    const tar = spawn('tar', ['-xf', '-', '-C', draft, `--exclude=${exclude}`], {
      ...identity,
      cwd: '/',
      stdio: [input.fd, 'ignore', 'pipe'],
    });
    let errorOutput = '';
    tar.stderr?.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
    const code = await new Promise<number | null>((resolve, reject) =>
      tar.once('error', reject).once('close', resolve),
    );
    if (code !== 0) throw new Error(`Unpacking ${tarFile} failed: ${errorOutput.trim()}`);
    await rename(draft, folders.cluster);
  } catch (error) {
    await rm(folders.root, { recursive: true, force: true });
    await rm(join(dataDir, 'postgres'), { force: true, recursive: true });
    throw error;
  } finally {
    await input.close();
  }
}
