import type { Logger } from 'pino';
import { monotonicMs } from '../clock.ts';
import type { Services } from '../context.ts';
import type { SiteDirectory } from '../sites/sites.ts';
import { systemContext } from '../systemContext.ts';
import { JobScheduler, type PeriodicJob } from './periodicJobs.ts';
import { queueJobs } from './platformJobs.ts';
import { Attempt } from './running/attempt.ts';
import {
  type ClaimedTask,
  claimNext,
  registerWorker,
  releaseDeadNeighbours,
  removeWorkers,
  renewLeases,
  wakeAbandoned,
  wakeNext,
} from './running/lease.ts';
import { runAttempt } from './running/runAttempt.ts';
import { taskContext } from './running/taskContext.ts';
import { WakeUps } from './running/wakeUps.ts';
import { thisWorker, type WorkerIdentity } from './running/workerIdentity.ts';
import { requireTestForStopPoint } from './stopPoints.ts';
import { type TaskDatabase, withTaskTables } from './tables.ts';
import type { AnyTaskType } from './task.ts';
import { defaultTiming, pause, type TaskTiming } from './timing.ts';

export interface RunnerOptions {
  services: Services;
  sites: SiteDirectory;
  log: Logger;
  types: readonly AnyTaskType[];
  periodicJobs: readonly PeriodicJob[];
  /** Maximum number of concurrent tasks in this process. */
  concurrency?: number;
  /**
   * Maximum number of concurrent tasks per owner in this process, so that one owner can't starve
   * the others.
   */
  perOwner?: number;
  timing?: Partial<TaskTiming>;
}

/** Runs tasks and periodic jobs in this process until it is stopped. */
export class TaskRunner {
  readonly #options: RunnerOptions;
  readonly #timing: TaskTiming;
  readonly #db: TaskDatabase;
  readonly #worker: WorkerIdentity = thisWorker();
  readonly #types: ReadonlyMap<string, AnyTaskType>;
  readonly #attempts = new Map<number, Attempt>();
  readonly #ownerSlots = new Map<string, number>();
  readonly #perOwner: number;
  readonly #wakeUps: WakeUps;
  readonly #periodicJobs: JobScheduler;
  readonly #over = new AbortController();
  #isStopping = false;
  #unsubscribe: () => void = () => {};
  #beating: Promise<void> = Promise.resolve();
  #renewedAt = monotonicMs();

  /** Starts a runner, which immediately continues the tasks of dead workers on this machine. */
  static async start(options: RunnerOptions): Promise<TaskRunner> {
    requireTestForStopPoint(process.env);
    const runner = new TaskRunner(options);
    await runner.#start();
    return runner;
  }

  private constructor(options: RunnerOptions) {
    const { services, types, periodicJobs, concurrency = 20, perOwner = 5 } = options;
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    this.#db = withTaskTables(services.database.db);
    this.#types = new Map(types.map((type) => [type.type, type]));
    this.#perOwner = Math.min(perOwner, concurrency);
    this.#wakeUps = new WakeUps({
      databaseUrl: services.database.url,
      isWalled: services.database.isWalled,
      concurrency,
      log: options.log,
      answer: (call) => this.#answer(call.resource, call.ownerId),
      heldOwners: () =>
        [...this.#ownerSlots]
          .filter(([, usedSlots]) => usedSlots >= this.#perOwner)
          .map(([ownerId]) => ownerId),
      onPool: (poolId) => registerWorker(this.#db, this.#worker, poolId),
    });
    this.#periodicJobs = new JobScheduler({
      db: this.#db,
      workerId: this.#worker.id,
      periodicJobs: [...queueJobs(this.#timing), ...periodicJobs],
      leaseMs: this.#timing.leaseMs,
      tickMs: this.#timing.choreTickMs,
      log: options.log,
      context: async () =>
        systemContext(services, { site: await options.sites.forHost(''), log: options.log }),
    });
  }

  async #start(): Promise<void> {
    await registerWorker(this.#db, this.#worker);
    await this.#wakeUps.start();
    await releaseDeadNeighbours(this.#db, this.#worker);
    await wakeAbandoned(this.#db);
    await this.#periodicJobs.start();
    this.#unsubscribe = this.#options.services.events.subscribe((event) => {
      if (event.topic === 'task' && event.data?.isCancelRequested)
        this.#attempts.get(Number(event.id))?.stop('cancelled');
    });
    this.#renewedAt = monotonicMs();
    this.#beating = this.#beat();
  }

  /** Number of tasks currently running in this process. */
  get runningCount(): number {
    return this.#attempts.size;
  }

  /**
   * Stops within half a minute. Running steps can finish, and the others are interrupted. The next
   * worker continues every task after its last finished step.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#unsubscribe();
    const graceTimer = setTimeout(() => this.#stopAll('stopping'), this.#timing.stopGraceMs);
    await waitAtMost(
      Promise.all([this.#wakeUps.stop(), this.#periodicJobs.stop()]),
      this.#timing.stopLimitMs,
    );
    clearTimeout(graceTimer);
    this.#stopAll('lost');
    this.#over.abort();
    await this.#beating;
    await removeWorkers(this.#db, [this.#worker.id]).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'The worker couldn’t deregister'),
    );
    await waitAtMost(this.#wakeUps.close(), 1000);
  }

  #stopAll(reason: 'stopping' | 'lost'): void {
    for (const attempt of this.#attempts.values()) attempt.stop(reason);
  }

  /** Renews the leases of this worker's tasks and detects lost ones. */
  async #beat(): Promise<void> {
    for (;;) {
      await pause(this.#timing.heartbeatMs, this.#over.signal);
      if (this.#over.signal.aborted) return;
      try {
        await this.#renew();
        await this.#periodicJobs.renew();
        const released = await releaseDeadNeighbours(this.#db, this.#worker);
        if (released.length > 0)
          this.#options.log.warn(
            { tasks: released },
            'Tasks of a worker that died on this machine were released',
          );
      } catch (error) {
        this.#options.log.warn({ err: error }, 'The heartbeat of the task queue failed');
        if (monotonicMs() - this.#renewedAt > this.#timing.leaseMs) this.#stopAll('lost');
      }
    }
  }

  async #renew(): Promise<void> {
    const attempts = [...this.#attempts.values()];
    const requestedAt = monotonicMs();
    const rows = await renewLeases(
      this.#db,
      this.#worker,
      attempts.map((attempt) => attempt.task.id),
      this.#timing.leaseMs,
    );
    this.#renewedAt = requestedAt;
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const attempt of attempts) {
      const row = byId.get(attempt.task.id);
      if (row?.attempt !== attempt.task.attempt) attempt.stop('lost');
      else if (row.isCancelled) attempt.stop('cancelled');
    }
  }

  /** Handles a wake-up: claims the next task of the resource, if any, and runs it to its end. */
  async #answer(resource: string, ownerId: string | null): Promise<void> {
    const slot = ownerId ?? '';
    const usedSlots = this.#ownerSlots.get(slot) ?? 0;
    // Several wake-ups for one owner can be in progress before the first of them counts. Excess
    // ones are put back.
    if (this.#isStopping || usedSlots >= this.#perOwner) return await wakeNext(this.#db, resource);
    this.#ownerSlots.set(slot, usedSlots + 1);
    try {
      const task = await claimNext(this.#db, this.#worker.id, resource, this.#timing.leaseMs);
      if (task) await this.#run(task);
    } finally {
      const remaining = (this.#ownerSlots.get(slot) ?? 1) - 1;
      if (remaining > 0) this.#ownerSlots.set(slot, remaining);
      else this.#ownerSlots.delete(slot);
    }
  }

  async #run(task: ClaimedTask): Promise<void> {
    const { services, sites, log } = this.#options;
    const attempt = new Attempt(
      task,
      this.#worker.id,
      await taskContext(services, sites, log, task),
      this.#timing,
    );
    this.#attempts.set(task.id, attempt);
    if (task.cancel_requested_at) attempt.stop('cancelled');
    try {
      await runAttempt(attempt, this.#types.get(task.type));
    } finally {
      if (this.#attempts.get(task.id) === attempt) this.#attempts.delete(task.id);
    }
  }
}

/** Waits for the work, but at most this many milliseconds. */
async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  const timeoutAbort = new AbortController();
  await Promise.race([
    work.catch(() => {}).finally(() => timeoutAbort.abort()),
    pause(ms, timeoutAbort.signal),
  ]);
}
