import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from './packages.ts';

/** A temporary folder for the gigabytes of a build. */
export interface WorkFolder {
  path: string;
  /** Deletes the folder with its content, and resolves when it is gone. */
  remove(): Promise<void>;
}

/**
 * Standard input closes when the process that started this one ends. Children of that process can
 * still write for a moment.
 */
const removeAtEnd = `trap '' HUP INT TERM
read -r _
for _ in 1 2 3 4 5; do
  "$@" 2>/dev/null
  rm -rf "$0" && exit
  sleep 1
done`;

/**
 * Creates a work folder that is deleted even if this process is killed: a separate process waits
 * for that. `removal` is the command that first deletes files of other users (of subordinate IDs,
 * which only root could delete otherwise).
 */
export async function makeWorkFolder(
  name: string,
  removal: (path: string) => string[] = () => ['true'],
): Promise<WorkFolder> {
  const path = await mkdtemp(join(tmpdir(), `cloudberth-${name}-`));
  // Users other than root build with subordinate IDs. For root, the programs that download as
  // another user only need to pass through.
  await chmod(path, isRoot() ? 0o711 : 0o777);
  const cleanupProcess = spawn('sh', ['-c', removeAtEnd, path, ...removal(path)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const wardenClosed = once(cleanupProcess, 'close');
  await once(cleanupProcess, 'spawn');
  return {
    path,
    remove: async () => {
      cleanupProcess.stdin.end();
      await wardenClosed;
    },
  };
}
