import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { nodeFlags } from '../../server/nodeFlags.ts';
import { readyMessage } from '../../server/readyMessage.ts';
import { compiledServer, packedServer } from '../build/server.ts';
import { printStatus } from '../output.ts';
import { projectFolder } from '../project.ts';
import { type ExitStatus, waitForExit } from './processes.ts';

const stopLimitMs = 32_000;

/** The running portal process. */
export interface Portal {
  ended: Promise<ExitStatus>;
  /** Whether it has reported that it accepts requests. */
  isReady(): boolean;
  /** Requests a stop and waits. Kills the process after 32 s or on a second request. */
  stop(): Promise<void>;
}

/**
 * Starts the packed server with these additional environment variables and the launcher's output.
 */
export function startPortal(environment: NodeJS.ProcessEnv): Portal {
  const child = spawn(
    process.execPath,
    [...nodeFlags, '--import', join(import.meta.dirname, 'follow-launcher.ts'), packedServer],
    {
      cwd: projectFolder,
      env: { ...process.env, NODE_COMPILE_CACHE: compiledServer, ...environment },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true, // Ctrl-C in the terminal reaches only the launcher, which asks the portal to stop once.
    },
  );
  const exited = waitForExit(child);
  let asked = false;
  let isReady = false;
  child.on('message', (message) => {
    if (message === readyMessage) isReady = true;
  });
  return {
    ended: exited,
    isReady: () => isReady,
    stop: async () => {
      if (asked) child.kill('SIGKILL');
      else requestStop(child);
      asked = true;
      await exited;
    },
  };
}

function requestStop(child: ChildProcess): void {
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => {
    printStatus(
      `the portal didn't stop within ${stopLimitMs / 1000} s and is being killed. Its tasks continue at the next start`,
    );
    child.kill('SIGKILL');
  }, stopLimitMs);
  child.once('exit', () => clearTimeout(killTimer));
}
