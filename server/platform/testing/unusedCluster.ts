import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const run = promisify(execFile);

/**
 * A data folder of one's own with a cluster that was initialised and never started; who asks
 * removes it. Making the cluster takes most of the time of a test that starts a server.
 */
export async function copyUnusedCluster(): Promise<string> {
  const unused = inject('unusedCluster');
  const dataDir = await mkdtemp(join(dirname(unused), 'cloudberth-cluster-'));
  await chmod(dataDir, 0o711);
  await copyFolder(unused, dataDir);
  return dataDir;
}

/** The files keep their owner, who isn't root even if root runs the tests. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await run('cp', ['-a', `${from}/.`, to]);
}
