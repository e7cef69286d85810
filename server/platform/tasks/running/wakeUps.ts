import { EventEmitter } from 'node:events';
import { Logger as LibraryLogger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { portalConnectionOptions } from '../../database/rowSecurity/roles.ts';

export interface WakeUpOptions {
  databaseUrl: string;
  isWalled: boolean;
  concurrency: number;
  log: Logger;
  /** Handles one wake-up. Must not throw, except for programming errors. */
  answer(call: { resource: string; ownerId: string | null }): Promise<void>;
  /** Owners for whom workers can't be woken now. */
  heldOwners(): string[];
  /** Called with the name under which the library locks this process's jobs. */
  onPool(poolId: string): Promise<void>;
}

const ownerFlag = 'owner:';
const restartMs = 1000;
/** Time limit for the database to register a listener. */
const listenMs = 100;

/**
 * Receives wake-ups from the queue through the runner library, which decides which worker is woken
 * and when, limits concurrency, and makes wake-ups durable. The library ends its pool when it can't
 * write to the database. In that case, a new pool is started immediately, without waiting for tasks
 * that the old one still runs.
 */
export class WakeUps {
  readonly #options: WakeUpOptions;
  readonly #pool: pg.Pool;
  readonly #runners = new Set<Runner>();
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: WakeUpOptions) {
    this.#options = options;
    this.#pool = new pg.Pool({
      connectionString: options.databaseUrl,
      max: 3,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 60_000,
      keepAlive: true,
      application_name: 'cloudberth tasks',
      ...(options.isWalled ? { options: portalConnectionOptions } : {}),
    });
    const onError = (error: Error) =>
      options.log.debug({ err: error }, 'A connection of the task queue broke');
    this.#pool.on('error', onError);
    this.#pool.on('connect', (client) => client.on('error', onError));
  }

  async start(): Promise<void> {
    const events = new EventEmitter() as WorkerEvents;
    let poolRegistration: Promise<void> = Promise.resolve();
    events.on('pool:create', ({ workerPool }) => {
      poolRegistration = this.#options.onPool(workerPool.id);
      poolRegistration.catch(() => {});
    });
    let isShutDown = false;
    events.on('pool:gracefulShutdown', () => {
      isShutDown = true;
      this.#restart();
    });
    // Work announced while no listener was connected is picked up immediately instead of at the
    // next poll.
    events.on('pool:listen:success', ({ workerPool }) => {
      setTimeout(() => isShutDown || workerPool.nudge(this.#options.concurrency), listenMs);
    });
    const runner = await run({
      pgPool: this.#pool,
      concurrency: this.#options.concurrency,
      noHandleSignals: true,
      // Notifications trigger wake-ups. Polling covers those missed during a connection loss.
      pollInterval: 5_000,
      parsedCronItems: [],
      events,
      logger: libraryLogger(this.#options.log),
      forbiddenFlags: () => this.#options.heldOwners().map((ownerId) => `${ownerFlag}${ownerId}`),
      // Without batches, the library turns a failed completion into an unhandled rejection, which
      // would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: {
        task: async (payload, { job }) => {
          const flag = Object.keys(job.flags ?? {}).find((name) => name.startsWith(ownerFlag));
          const { resource } = payload as { resource: string };
          await this.#options.answer({
            resource,
            ownerId: flag ? flag.slice(ownerFlag.length) : null,
          });
        },
      },
    });
    this.#runners.add(runner);
    runner.promise.catch(() => {}).finally(() => this.#runners.delete(runner));
    await poolRegistration;
  }

  /** Stops accepting wake-ups. Resolves when the running ones have completed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    // A runner that is already stopping rejects the stop, but must still be awaited.
    const stopping = [...this.#runners].map((runner) => runner.stop().catch(() => runner.promise));
    await Promise.allSettled(stopping);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #restart(): void {
    if (this.#isStopped || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.start().catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'The task queue isn’t reachable; retrying');
        this.#restart();
      });
    }, restartMs);
  }
}

/**
 * Matches the library's warning that there are fewer connections than concurrent jobs. Connections
 * are never used for longer than one statement, and waiting for one of three is faster than opening
 * a fourth.
 */
const isPoolSizeWarning = (message: string): boolean => message.includes('having maxPoolSize');

/** Writes the messages of the queue library to the portal's log. */
export function libraryLogger(log: Logger): LibraryLogger {
  return new LibraryLogger(() => (level, message) => {
    if (isPoolSizeWarning(message)) log.trace(message);
    else if (level === 'error' || level === 'warning') log.warn(message);
    else log.trace(message);
  });
}
