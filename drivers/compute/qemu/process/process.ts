import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { lstat, open, readFile, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { environment, type StagedCommand } from '../../../sandbox/command.ts';
import { until } from '../until.ts';
import { processName } from './arguments.ts';
import type { ServerPaths } from './paths.ts';

const run = promisify(execFile);
const launchTimeoutMs = 10_000;
/** A program replaces another within a few milliseconds, even on a busy machine. */
const execSettleMs = 100;
/**
 * The programs that start QEMU, each replacing the previous one in the same process (see
 * `stagedCommand`).
 */
const startPrograms: ReadonlySet<string> = new Set(['sh', 'nsenter', 'chroot', 'setpriv']);
/**
 * Index of the thread count in `/proc/<pid>/stat`, counted after the state (proc_pid_stat(5), field
 * 20).
 */
const threadsAt = 16;
/** The kernel truncates process names to this length. */
const kernelNameLength = 15;

/** Creates the serial input pipe for `startLaunch`. The run folder must exist. */
export async function makeSerialInput({ serialInput }: ServerPaths): Promise<void> {
  // A unique name, because the program can outlive a killed portal and then conflict with the next
  // start.
  const draft = `${serialInput}.${randomUUID()}`;
  await run('mkfifo', ['-m', '600', draft]);
  await rename(draft, serialInput);
}

/**
 * A server process that is starting: its confinement is built while the portal prepares the rest.
 */
export interface Launch {
  /**
   * Starts QEMU as a separate process that outlives the portal. Its standard input and output are
   * the guest's serial console: a pipe (see `makeSerialInput`) and an append-only file. QEMU never
   * waits for a reader of the output, so a slow reader can't make the guest wait or write twice.
   * The
   * pipe is opened for both reading and writing, so it has no end while QEMU lives. QEMU's messages
   * are in the server's log file. `connect` is called once the process runs, and its result is
   * returned. Rejects with QEMU's output when QEMU ends before that.
   */
  start<T>(
    command: readonly string[],
    networkNamespace: string | null,
    connect: () => Promise<T>,
  ): Promise<T>;
  /** Ends a launch that won't be started. */
  abandon(): void;
}

/** Starts building the confinement. The log file is emptied. */
export async function startLaunch(staged: StagedCommand, paths: ServerPaths): Promise<Launch> {
  const [program, ...args] = staged.words;
  const log = await open(paths.log, 'w', 0o600);
  const child = spawn(program, args, {
    detached: true,
    stdio: ['pipe', 'ignore', log.fd],
    cwd: '/',
    env: environment,
  });
  child.unref();
  const { stdin } = child as typeof child & { stdin: Writable };
  let exitReason: string | undefined;
  let startError: Error | undefined;
  child.once('error', (error) => {
    startError = error;
    exitReason = error.message;
  });
  child.once('exit', (code, signal) => {
    exitReason ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  // A shell that has ended no longer reads its input. `exit` reports its end.
  stdin.on('error', () => undefined);
  stdin.write(staged.preparation);
  // Only once there is a listener: an unhandled `error` event would end the portal.
  await log.close();
  const stop = () => {
    stdin.destroy();
    if (child.pid !== undefined) killGroup(child.pid);
  };
  return {
    abandon: stop,
    start: async (command, networkNamespace, connect) => {
      stdin.end(
        staged.start({
          command,
          networkNamespace,
          input: paths.serialInput,
          output: paths.serialLog,
        }),
      );
      try {
        // The file alone proves nothing: it can be left from an earlier start that ends only now.
        await until(
          async () =>
            exitReason !== undefined ||
            ((await exists(paths.ownPid)) && (await findProcess(paths)) !== null),
          launchTimeoutMs,
          { everyMs: 5 },
        );
        return await connect();
      } catch (error) {
        stop();
        await killProcess(paths);
        const logText = (await readFile(paths.log, 'utf8').catch(() => ''))
          .trim()
          .split('\n')
          .slice(-3)
          .join(' ');
        const message = logText || exitReason;
        throw startError ?? (message ? new Error(message, { cause: error }) : error);
      }
    },
  };
}

/** Also ends processes that haven't written their process ID yet. */
function killGroup(processGroupId: number): void {
  try {
    process.kill(-processGroupId, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * The process ID of the server's QEMU, or null when none runs. A PID file alone proves nothing,
 * because another program may have the number by now. The process must therefore have the path of
 * its PID file on its command line.
 */
export async function findProcess(paths: ServerPaths): Promise<number | null> {
  const pid = await recordedPid(paths);
  if (pid === null) return null;
  const line = await stableCommandLine(paths, pid);
  return belongsToServer(line, paths) || (line === '' && (await isEnding(pid))) ? pid : null;
}

/** Servers started by earlier versions wrote the file themselves. */
const belongsToServer = (commandLine: string, { pid, ownPid }: ServerPaths) =>
  commandLine.includes(ownPid) || commandLine.includes(pid);

/**
 * A killed QEMU first frees its memory, including its command line, and keeps its disks open until
 * it's done. Its main thread can end before the others.
 */
async function isEnding(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, name, state = '', rest = ''] = /^\d+ \((.*)\) (\S) (.*)/s.exec(stat) ?? [];
  const threads = Number(rest.split(' ')[threadsAt]);
  return name === processName.slice(0, kernelNameLength) && (!'ZX'.includes(state) || threads > 1);
}

/**
 * QEMU removes its PID file whenever it exits normally. Processes started by earlier versions have
 * no separate folder.
 */
export async function hasCrashed(paths: ServerPaths): Promise<boolean> {
  if ((await findProcess(paths)) !== null) return false;
  return (await exists(paths.ownFolder))
    ? exists(paths.ownPid)
    : (await recordedPid(paths)) !== null;
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/**
 * Resolves with true when the server's process is gone, with false when it still runs after
 * `timeoutMs`.
 */
export function waitForExit(paths: ServerPaths, timeoutMs: number): Promise<boolean> {
  return until(async () => (await findProcess(paths)) === null, timeoutMs);
}

/** Kills the process, waits until it's gone, and removes its leftovers. */
export async function killProcess(paths: ServerPaths): Promise<void> {
  const pid = await findProcess(paths);
  if (pid !== null) {
    process.kill(pid, 'SIGKILL');
    if (!(await waitForExit(paths, 10_000)))
      throw new Error(`the process ${pid} did not end after SIGKILL`);
  }
  await removeProcessFiles(paths);
}

/** Removes the pid file and the sockets of a process that is gone. */
export async function removeProcessFiles(paths: ServerPaths): Promise<void> {
  await rm(paths.pid, { force: true });
  await rm(paths.ownFolder, { recursive: true, force: true });
  await rm(paths.runFolder, { recursive: true, force: true });
}

async function recordedPid(paths: ServerPaths): Promise<number | null> {
  const text = await readFile(paths.pid, 'utf8').catch(() => '');
  const pid = Number(text.trim());
  return text.trim() && Number.isInteger(pid) && pid > 1 ? pid : null;
}

/**
 * Before QEMU itself runs, several programs replace each other. The first has no identifying
 * command line, and the process briefly has none at all.
 */
async function stableCommandLine(paths: ServerPaths, pid: number): Promise<string> {
  let line = '';
  await until(
    async () => {
      line = await commandLine(pid);
      return belongsToServer(line, paths) || !(await isStillStarting(pid));
    },
    execSettleMs,
    { everyMs: 1 },
  );
  return line;
}

/**
 * Whether the process is a program that starts QEMU, rather than QEMU itself or an unrelated
 * program.
 */
async function isStillStarting(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, name = '', state = ''] = /^\d+ \((.*)\) (\S) /s.exec(stat) ?? [];
  return startPrograms.has(name) && !'ZX'.includes(state);
}

/** Empty for a process that is gone or is a zombie. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
