import { type ChildProcess, spawn } from 'node:child_process';
import { inject } from 'vitest';
import { compiledBeside } from './packedPrograms.ts';

export interface WorkerOptions {
  databaseUrl: string;
  dataDir: string;
  /** Where it kills itself, such as `server.create:make:after`. */
  stopAt?: string;
  /** Default: simulated. */
  engine?: 'simulated' | 'qemu';
  /** Another program that works on the tasks. Default: the portal. */
  program?: string;
  /** Origins that images may be fetched from. */
  imageSources?: readonly string[];
}

/** Starts a worker of the portal as a process of its own, on the database and the data folder of a test; packed where the run packed it. */
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
      ...(packed ? { NODE_COMPILE_CACHE: compiledBeside(packed) } : {}),
      ...(options.stopAt ? { CLOUDBERTH_TEST_STOP: options.stopAt } : {}),
    },
  });
}

/** Waits until it has ended; says by which signal. */
export function endOf(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.signalCode ?? child.exitCode);
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
}
