import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The owner of a folder: a process ID and its start time, so that a reused ID isn't mistaken for
 * it.
 */
interface Holder {
  pid: number;
  began: string;
}

/**
 * Creates the lock file for this process, or throws a sentence that names the process with the
 * lock. The lock of a killed process is taken over.
 */
export async function lockFolder(
  lockFile: string,
  purpose: string,
): Promise<{ release(): Promise<void> }> {
  const mine = JSON.stringify({ pid: process.pid, began: await beginningOf(process.pid) });
  const draft = `${lockFile}.${randomUUID()}`;
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    for (;;) {
      // link(2) fails if the name exists, so two simultaneous starts can't both succeed.
      const taken = await link(draft, lockFile).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      );
      if (taken) break;
      await removeStale(lockFile, purpose);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return {
    release: async () => {
      if ((await readFile(lockFile, 'utf8').catch(() => '')) === mine)
        await rm(lockFile, { force: true });
    },
  };
}

/** Is the process that wrote this lock file still alive? */
export async function isHeld(lockFile: string): Promise<boolean> {
  return (await livingHolder(await readFile(lockFile, 'utf8').catch(() => ''))) !== undefined;
}

async function removeStale(lockFile: string, purpose: string): Promise<void> {
  const content = await readFile(lockFile, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const holder = await livingHolder(content);
  if (holder)
    throw new Error(
      `${purpose} is already in use by the process ${holder.pid}. Stop it first (kill ${holder.pid}), or choose another folder with CLOUDBERTH_DATA.`,
    );
  // Moved aside first and checked again: between reading and removing, another start may have
  // acquired the lock.
  const aside = `${lockFile}.${randomUUID()}`;
  await rename(lockFile, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => content);
  if (moved !== content) await link(aside, lockFile).catch(() => undefined);
  await rm(aside, { force: true });
}

async function livingHolder(content: string): Promise<Holder | undefined> {
  const holder = parseHolder(content);
  return holder && (await beginningOf(holder.pid)) === holder.began ? holder : undefined;
}

function parseHolder(content: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('began' in value))
      return undefined;
    return { pid: Number(value.pid), began: String(value.began) };
  } catch {
    return undefined;
  }
}

/** The start time of a process, in the system's format; empty if there is no such process. */
async function beginningOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' '); // from field 3 of proc(5): state, …, starttime is field 22
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  }
  return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}
