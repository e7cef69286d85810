import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from './packages.ts';

/** A place for the gigabytes of a build. */
export interface WorkFolder {
  path: string;
  /** Removes it with all that is in it; settles when it is gone. */
  remove(): Promise<void>;
}

/**
 * Its standard input ends with the process that started it, whose children can write for a moment
 * longer.
 */
const removeAtEnd = `trap '' HUP INT TERM
read -r _
for _ in 1 2 3 4 5; do
  "$@" 2>/dev/null
  rm -rf "$0" && exit
  sleep 1
done`;

/**
 * Makes a work folder that is gone also when this process is killed: a process of its own waits for
 * that. `removal` is what removes files of others in it first (of subordinate ids, which a person
 * who is not root may not).
 */
export async function makeWorkFolder(
  name: string,
  removal: (path: string) => string[] = () => ['true'],
): Promise<WorkFolder> {
  const path = await mkdtemp(join(tmpdir(), `cloudberth-${name}-`));
  // A user other than root builds by subordinate IDs. For root the programs that download as
  // another user only pass through.
  await chmod(path, isRoot() ? 0o711 : 0o777);
  const warden = spawn('sh', ['-c', removeAtEnd, path, ...removal(path)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(warden, 'close');
  await once(warden, 'spawn');
  return {
    path,
    remove: async () => {
      warden.stdin.end();
      await ended;
    },
  };
}
