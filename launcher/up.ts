import { chmod, mkdir } from 'node:fs/promises';
import { readConfig } from '../server/platform/config.ts';
import { requirePort } from '../server/platform/listenErrors.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../server/platform/postgres/embedded.ts';
import { findFolders } from '../server/platform/postgres/folders.ts';
import { checkBeforeStart, requireValidFirstPassword } from '../server/startupChecks.ts';
import { buildServer } from './build/server.ts';
import { buildWeb } from './build/web.ts';
import { printStatus, UserError } from './output.ts';
import { installPackages, systemPackages } from './packages.ts';
import { dataFolder } from './project.ts';
import { type Portal, startPortal } from './run/portal.ts';
import { supervise } from './run/supervise.ts';

export interface UpOptions {
  demo: boolean;
  role: 'all' | 'api' | 'worker';
}

const watchEveryMs = 1000;

/** Starts everything and runs until a stop is requested. Returns the exit code. */
export async function up({ demo, role }: UpOptions): Promise<number> {
  const external = process.env.DATABASE_URL;
  if (role !== 'all' && !external) {
    throw new UserError(
      `--role=${role} runs one of several processes that share your own PostgreSQL server. Set DATABASE_URL, or omit --role to run everything on this machine.`,
    );
  }
  const dataDir = dataFolder();
  await requireStartable(external, dataDir);
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o711); // The PostgreSQL account can enter the folder but not list it.
  const stopRequested = listenForStop();
  // The database comes first: a folder that is in use or has another version is rejected before
  // anything is installed or built.
  const postgres = external
    ? undefined
    : await startEmbeddedPostgres({ dataDir, log: printStatus });
  try {
    await Promise.all([buildServer(), role === 'worker' ? undefined : buildWeb()]);
    if (role !== 'api')
      await installPackages([...systemPackages.virtualMachines, ...systemPackages.guestBuilding]);
    if (stopRequested.asked()) return 0;
    const start = () =>
      startPortal({
        DATABASE_URL: external ?? postgres?.urls.app,
        ...(postgres ? { DATABASE_MIGRATION_URL: postgres.urls.owner } : {}),
        CLOUDBERTH_DATA: dataDir,
        CLOUDBERTH_ROLE: role,
        ...(demo ? { CLOUDBERTH_DEMO: '1' } : {}),
      });
    return await superviseDatabase(start, postgres, stopRequested);
  } finally {
    await postgres?.stop();
    stopRequested.forget();
  }
}

/**
 * Reports every foreseeable failure before a database is created, anything is installed or built,
 * or a password is printed.
 */
async function requireStartable(external: string | undefined, dataDir: string): Promise<void> {
  const config = readConfig({
    ...process.env,
    DATABASE_URL: external ?? 'postgresql:///ours',
    CLOUDBERTH_DATA: dataDir,
  });
  await requirePort(config);
  if (external) await checkBeforeStart(config);
  else if (!(await findFolders(dataDir))) requireValidFirstPassword(config);
}

/**
 * Keeps the portal and its PostgreSQL running until the portal ends permanently or a stop is
 * requested.
 */
async function superviseDatabase(
  start: () => Portal,
  postgres: EmbeddedPostgres | undefined,
  stopRequested: StopRequest,
): Promise<number> {
  const supervisor = postgres && superviseUntilStopped(postgres);
  let portal: Portal | undefined;
  let endPause = () => {};
  stopRequested.each(() => {
    endPause();
    void portal?.stop();
  });
  try {
    return await supervise({
      start: () => {
        portal = start();
        return portal;
      },
      isStopRequested: stopRequested.asked,
      pause: (ms) =>
        new Promise((resolve) => {
          const timer = setTimeout(resolve, ms);
          endPause = () => {
            clearTimeout(timer);
            resolve();
          };
        }),
      say: printStatus,
    });
  } finally {
    clearInterval(supervisor);
  }
}

/**
 * Restarts a database server that ends unexpectedly (out of memory, kill -9). The portal reconnects
 * automatically.
 */
function superviseUntilStopped(postgres: EmbeddedPostgres): NodeJS.Timeout {
  let busy = false;
  return setInterval(async () => {
    if (busy) return;
    busy = true;
    await postgres
      .reserveSpace()
      .catch((error: unknown) =>
        printStatus(`disk space for PostgreSQL couldn't be reserved: ${String(error)}`),
      );
    await postgres
      .revive()
      .catch((error: unknown) =>
        printStatus(`PostgreSQL ended and couldn't be restarted: ${String(error)}`),
      );
    busy = false;
  }, watchEveryMs);
}

interface StopRequest {
  asked(): boolean;
  /** Calls back on every request, and immediately if one was already made. */
  each(callback: () => void): void;
  forget(): void;
}

function listenForStop(): StopRequest {
  let count = 0;
  let notify: () => void = () => {};
  const onSignal = () => {
    count++;
    printStatus(
      count === 1
        ? 'stopping; virtual servers keep running (press Ctrl-C again to stop immediately)'
        : 'stopping immediately',
    );
    notify();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return {
    asked: () => count > 0,
    each: (callback) => {
      notify = callback;
      if (count > 0) callback();
    },
    forget: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
