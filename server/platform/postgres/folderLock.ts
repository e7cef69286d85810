import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The process that locks a folder: its ID and start time, so that a reused ID isn't mistaken for
 * it.
 */
interface Holder {
  pid: number;
  began: string;
}

/**
 * Creates the lock file for this process. Throws a readable error that names the process with the
 * lock. Takes over the lock of a killed process.
 */
export async function lockFolder(
  lockFile: string,
  purpose: string,
): Promise<{ release(): Promise<void> }> {
  const content = JSON.stringify({ pid: process.pid, began: await processStartTime(process.pid) });
  const draft = `${lockFile}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    for (;;) {
      // link(2) fails if the name exists, so two simultaneous starts can't both succeed.
      const isLocked = await link(draft, lockFile).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      );
      if (isLocked) break;
      await removeStale(lockFile, purpose);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return {
    release: async () => {
      if ((await readFile(lockFile, 'utf8').catch(() => '')) === content)
        await rm(lockFile, { force: true });
    },
  };
}

/** Whether the process that wrote this lock file is still alive. */
export async function isHeld(lockFile: string): Promise<boolean> {
  return (await findLiveHolder(await readFile(lockFile, 'utf8').catch(() => ''))) !== undefined;
}

async function removeStale(lockFile: string, purpose: string): Promise<void> {
  const content = await readFile(lockFile, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const holder = await findLiveHolder(content);
  if (holder)
    throw new Error(
      `${purpose} is already in use by the process ${holder.pid}. Stop it first (kill ${holder.pid}), or choose another folder with CLOUDBERTH_DATA.`,
    );
  // The file is renamed first and checked again, because another start could have acquired the lock
  // between reading and removing.
  const stalePath = `${lockFile}.${randomUUID()}`;
  await rename(lockFile, stalePath).catch(() => undefined);
  const moved = await readFile(stalePath, 'utf8').catch(() => content);
  if (moved !== content) await link(stalePath, lockFile).catch(() => undefined);
  await rm(stalePath, { force: true });
}

async function findLiveHolder(content: string): Promise<Holder | undefined> {
  const holder = parseHolder(content);
  return holder && (await processStartTime(holder.pid)) === holder.began ? holder : undefined;
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

/** The start time of a process, in the system's format. Empty if the process doesn't exist. */
async function processStartTime(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' '); // The fields start at field 3 (state) of proc(5). The start time is field 22.
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  }
  return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}
