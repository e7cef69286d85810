import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const run = promisify(execFile);

/**
 * Copies a data folder with a cluster that was initialized and never started. The caller must
 * remove it. Initializing a cluster takes most of the time of a test that starts a server.
 */
export async function copyUnusedCluster(): Promise<string> {
  const unused = inject('unusedCluster');
  const dataDir = await mkdtemp(join(dirname(unused), 'cloudberth-cluster-'));
  await chmod(dataDir, 0o711);
  await copyFolder(unused, dataDir);
  return dataDir;
}

/** Copies a folder. Files keep their owner, who isn't root even if root runs the tests. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await run('cp', ['-a', `${from}/.`, to]);
}
