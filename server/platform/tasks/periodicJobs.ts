import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Context } from '../context.ts';
import type { TaskDatabase } from './tables.ts';

/**
 * Periodic work that only one worker runs at a time. It must tolerate interruption and repetition.
 */
export interface PeriodicJob {
  name: string;
  everySeconds: number;
  run(ctx: Context): Promise<void>;
}

/** Declares a periodic job. */
export function definePeriodicJob(job: PeriodicJob): PeriodicJob {
  if (!(job.everySeconds > 0))
    throw new Error(
      `The chore ${job.name} must come round every so many seconds, not ${job.everySeconds}.`,
    );
  return job;
}

/** Data with a retention period in days: rows of a table, by a timestamp column. */
export interface RetentionRule {
  name: string;
  table: string;
  /** The timestamp column that determines the age. */
  at: string;
  days: number;
}

/** Declares the periodic job that deletes expired rows every hour. */
export const defineRetention = ({ name, table, at, days }: RetentionRule): PeriodicJob =>
  definePeriodicJob({
    ...{ name, everySeconds: 3600 },
    async run({ db, clock }) {
      await sql`delete from ${sql.table(table)} where ${sql.ref(at)} < ${clock.now()}::timestamptz - ${days} * interval '1 day'`.execute(
        db,
      );
    },
  });

export interface JobSchedulerOptions {
  db: TaskDatabase;
  workerId: string;
  periodicJobs: readonly PeriodicJob[];
  leaseMs: number;
  tickMs: number;
  log: Logger;
  context(): Promise<Context>;
}

/**
 * Runs periodic jobs when they are due. All workers check, and the database assigns each period of
 * a job to one of them, based on its own clock, so wrong clocks or additional workers make no
 * difference. Missed periods are skipped.
 */
export class JobScheduler {
  readonly #options: JobSchedulerOptions;
  readonly #running = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #asking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: JobSchedulerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { db, periodicJobs } = this.#options;
    if (periodicJobs.length > 0)
      await db
        .insertInto('chore')
        .values(
          periodicJobs.map(({ name, everySeconds }) => ({
            name,
            due_at: nextPeriod(sql`${name}`, sql`${everySeconds}::float8`),
          })),
        )
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    this.#schedule();
  }

  get runningNames(): string[] {
    return [...this.#running.keys()];
  }

  /** Renews the leases of the running jobs. */
  async renew(): Promise<void> {
    const { db, workerId, leaseMs } = this.#options;
    if (this.#running.size === 0) return;
    await db
      .updateTable('chore')
      .set({ lease_until: sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'` })
      .where('worker_id', '=', workerId)
      .where('name', 'in', this.runningNames)
      .execute();
  }

  /** Stops starting jobs. Resolves when the running jobs have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#asking;
    await Promise.all(this.#running.values());
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#asking = this.#beginDue()
        .catch((error: unknown) =>
          this.#options.log.debug({ err: error }, 'Periodic jobs couldn’t be read'),
        )
        .finally(() => this.#schedule());
    }, this.#options.tickMs);
  }

  async #beginDue(): Promise<void> {
    const { db, workerId, periodicJobs, leaseMs } = this.#options;
    const names = periodicJobs.map((job) => job.name);
    const periods = periodicJobs.map((job) => job.everySeconds);
    const { rows } = await sql<{ name: string }>`
      update chore set worker_id = ${workerId}, lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond',
        ran_at = clock_timestamp(), runs = runs + 1, due_at = ${nextPeriod(sql`due.name`, sql`due.every`)}
      from (
        select c.name, wanted.every from chore c join unnest(${names}::text[], ${periods}::float8[]) as wanted (name, every) on wanted.name = c.name
        where c.due_at <= clock_timestamp() and (c.lease_until is null or c.lease_until < clock_timestamp())
        order by c.name for update of c skip locked
      ) as due
      where chore.name = due.name
      returning chore.name`.execute(db);
    for (const { name } of rows) {
      const job = periodicJobs.find((candidate) => candidate.name === name);
      if (job) this.#running.set(name, this.#run(job));
    }
  }

  async #run(job: PeriodicJob): Promise<void> {
    const { db, workerId, log } = this.#options;
    let problem: string | null = null;
    try {
      await job.run(await this.#options.context());
    } catch (error) {
      problem = String(error).slice(0, 500);
      log.error(
        { err: error, job: job.name },
        'A periodic job failed and runs again at its next time',
      );
    }
    try {
      await db
        .updateTable('chore')
        .set({ worker_id: null, lease_until: null, problem })
        .where('name', '=', job.name)
        .where('worker_id', '=', workerId)
        .execute();
    } catch (error) {
      log.debug(
        { err: error, job: job.name },
        'The end of a periodic job wasn’t recorded; its lease will expire',
      );
    } finally {
      this.#running.delete(job.name);
    }
  }
}

/**
 * The start of the next period. All workers use the same boundaries, counted from 1970 by the
 * database clock. Each job has its own offset, derived from its name, because otherwise all jobs
 * would start at the full hour and occupy every connection.
 */
function nextPeriod(name: ReturnType<typeof sql>, interval: ReturnType<typeof sql>) {
  const offset = sql`(hashtext(${name}) & 65535) / 65536.0::float8 * ${interval}`;
  const now = sql`extract(epoch from clock_timestamp())::float8`;
  return sql<Date>`to_timestamp((floor((${now} - ${offset}) / ${interval}) + 1) * ${interval} + ${offset})`;
}
