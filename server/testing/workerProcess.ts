import { type ChildProcess, spawn } from 'node:child_process';
import { inject } from 'vitest';
import { compiledFolderBeside } from './packedPrograms.ts';

export interface WorkerOptions {
  databaseUrl: string;
  dataDir: string;
  /** The stop point at which it kills itself, such as `server.create:make:after`. */
  stopAt?: string;
  /** Defaults to simulated. */
  engine?: 'simulated' | 'qemu';
  /** Another program that processes the tasks. Defaults to the portal. */
  program?: string;
  /** Origins from which images can be downloaded. */
  imageSources?: readonly string[];
}

/**
 * Starts a portal worker as a separate process, on the database and data folder of a test. Uses a
 * bundle if the run created one.
 */
export function spawnWorkerProcess(options: WorkerOptions): ChildProcess {
  const source = options.program ?? 'server/main.ts';
  const packed = inject('packedPrograms')?.[source];
  return spawn(process.execPath, [packed ?? source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      CLOUDBERTH_DATA: options.dataDir,
      CLOUDBERTH_ROLE: 'worker',
      CLOUDBERTH_PORT: '0',
      CLOUDBERTH_ENGINE: options.engine ?? 'simulated',
      CLOUDBERTH_LOG_LEVEL: 'silent',
      ...(options.imageSources ? { CLOUDBERTH_IMAGE_SOURCES: options.imageSources.join(',') } : {}),
      CLOUDBERTH_TESTING: '1',
      ...(packed ? { NODE_COMPILE_CACHE: compiledFolderBeside(packed) } : {}),
      ...(options.stopAt ? { CLOUDBERTH_TEST_STOP: options.stopAt } : {}),
    },
  });
}

/** Waits until the process has ended and returns the signal. */
export function endOf(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve(child.signalCode ?? child.exitCode);
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
}
