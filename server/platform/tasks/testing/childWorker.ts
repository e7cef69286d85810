import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Starts a worker in a separate process. `stopAt` is the stop point at which it kills itself. */
export function spawnWorker(databaseUrl: string, stopAt?: string): ChildProcess {
  const { NODE_OPTIONS: _ignored, ...inherited } = process.env;
  const env = {
    ...inherited,
    DATABASE_URL: databaseUrl,
    CLOUDBERTH_TESTING: '1',
    ...(stopAt ? { CLOUDBERTH_TEST_STOP: stopAt } : {}),
  };
  return spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Resolves to the signal that ended the process, or to its exit code. */
export async function waitForExit(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  if (child.exitCode !== null || child.signalCode !== null)
    return child.signalCode ?? child.exitCode;
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal ?? code;
}

export async function waitUntilReady(child: ChildProcess): Promise<void> {
  if (child.stdout) await once(child.stdout, 'data');
}
