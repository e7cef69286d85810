import { sql } from 'kysely';
import { type AuditOutcome, writeAudit } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import { isDatabaseUnavailable } from '../../database/isDatabaseUnavailable.ts';
import type { CallContext } from '../../http/callContext.ts';
import { announceTask } from '../announceTask.ts';
import { type StoredText, type TaskDatabase, withTaskTables } from '../tables.ts';
import { LeaseLost, type StopReason, type TaskState } from '../task.ts';
import { pause, type TaskTiming } from '../timing.ts';
import { type ClaimedTask, renewLease, shareLease } from './lease.ts';

/** The task as read once the lease is confirmed. It could have been canceled meanwhile. */
export interface RenewedLease {
  db: TaskDatabase;
  isCancelRequested: boolean;
}

/**
 * One worker's claim on a task. Everything is written through `fenced`, so that an attempt that was
 * presumed dead, and whose task was moved to another worker, writes nothing.
 */
export class Attempt {
  readonly task: ClaimedTask;
  readonly ctx: CallContext;
  readonly timing: TaskTiming;
  readonly #workerId: string;
  readonly #abort = new AbortController();
  readonly #leave = new AbortController();

  constructor(task: ClaimedTask, workerId: string, ctx: CallContext, timing: TaskTiming) {
    this.task = task;
    this.#workerId = workerId;
    this.ctx = ctx;
    this.timing = timing;
  }

  /**
   * Aborts when the step should end because the task was canceled or lost, or the worker is
   * shutting down. Its
   * reason is the `StopReason`.
   */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /**
   * Aborts when this worker must release the task: on shutdown, or if the task is lost. Undos only
   * react to this signal.
   */
  get leaveSignal(): AbortSignal {
    return this.#leave.signal;
  }

  get isLost(): boolean {
    return this.#leave.signal.reason === ('lost' satisfies StopReason);
  }

  stop(reason: StopReason): void {
    if (reason !== 'cancelled') this.#leave.abort(reason);
    this.#abort.abort(reason);
  }

  /**
   * Runs the work in a transaction that locks the task. Throws `LeaseLost` without writing anything
   * if another worker has the task.
   */
  async fenced<T>(
    work: (lease: RenewedLease) => Promise<T>,
    extendLease: typeof renewLease | typeof shareLease = renewLease,
  ): Promise<T> {
    if (this.isLost) throw new LeaseLost(this.task.id);
    return await this.ctx.services.database.db.transaction().execute(async (transaction) => {
      const db = withTaskTables(transaction);
      const lease = await extendLease(db, this.task, this.#workerId, this.timing.leaseMs);
      if (!lease) {
        this.stop('lost');
        throw new LeaseLost(this.task.id);
      }
      return await work({ db, isCancelRequested: lease.cancel_requested_at !== null });
    });
  }

  /**
   * Does the same, but waits for an unavailable database as long as this worker has the task. The
   * work must be repeatable.
   */
  async fencedPatiently<T>(work: (lease: RenewedLease) => Promise<T>): Promise<T> {
    for (let attempt = 2; ; attempt++) {
      try {
        return await this.fenced(work);
      } catch (error) {
        if (!isDatabaseUnavailable(error) || this.leaveSignal.aborted) throw error;
        await pause(Math.min(100 * attempt, 1000), this.leaveSignal);
      }
    }
  }

  /** A step's own transaction, fenced, with its audit notes and after-commit work. */
  async write<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    return await this.#write(work, renewLease);
  }

  /**
   * Does the same for several parallel transactions, each atomic. Settles when all have ended, and
   * throws the first error.
   */
  async writeAll(operations: readonly ((ctx: Context) => Promise<void>)[]): Promise<void> {
    const results = await Promise.allSettled(
      operations.map((work) => this.#write(work, shareLease)),
    );
    const failed = results.find((settled) => settled.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async #write<T>(
    work: (ctx: Context) => Promise<T>,
    extendLease: typeof renewLease | typeof shareLease,
  ): Promise<T> {
    const inner: CallContext = { ...this.ctx, notes: [], afterCommitWork: [] };
    inner.note = (note) => void inner.notes.push(note);
    inner.afterCommit = (effect) => void inner.afterCommitWork.push(effect);
    const result = await this.fenced(async ({ db }) => {
      inner.db = db as unknown as Database;
      const value = await work(inner);
      if (inner.notes.length > 0)
        await writeAudit(inner, inner.db, this.task.type, 'done', inner.notes);
      return value;
    }, extendLease);
    for (const effect of inner.afterCommitWork) await effect();
    return result;
  }

  async log(entry: StoredText): Promise<void> {
    await this.fencedPatiently(({ db }) => this.addLog(db, entry));
  }

  async addLog(db: TaskDatabase, entry: StoredText): Promise<void> {
    await db
      .insertInto('task_log')
      .values({ task_id: this.task.id, entry: JSON.stringify(entry) })
      .execute();
  }

  async warn(text: StoredText): Promise<void> {
    await this.fencedPatiently(async ({ db }) => {
      await db
        .updateTable('task')
        .set({ warn: JSON.stringify(text) })
        .where('id', '=', this.task.id)
        .execute();
      await this.addLog(db, text);
      await this.announce(db);
    });
  }

  /** Adds an audit entry about the task itself. */
  async audit(db: TaskDatabase, operation: string, outcome: AuditOutcome): Promise<void> {
    const { target_type: targetType, target_id: targetId, id, type } = this.task;
    await writeAudit(this.ctx, db as unknown as Database, operation, outcome, [
      { targetType, targetId, detail: { cmdId: id, type } },
    ]);
  }

  /**
   * Returns the task to the queue so that any worker can continue it. A loss increases the delay
   * each time and counts toward the limit after which a task is given up. Otherwise, the delay is
   * `waitSeconds`.
   */
  async handBack(options: { isLoss: boolean; waitSeconds?: number }): Promise<void> {
    await this.fenced(async ({ db }) => {
      const { task } = this;
      const losses = options.isLoss ? task.losses + 1 : task.losses;
      const waitSeconds = options.isLoss ? Math.min(60, 2 ** losses) : (options.waitSeconds ?? 0);
      await db
        .updateTable('task')
        .set({
          worker_id: null,
          lease_until: null,
          losses,
          not_before: sql<Date>`clock_timestamp() + ${waitSeconds} * interval '1 second'`,
        })
        .where('id', '=', task.id)
        .execute();
      await sql`select wake_task(${task.resource})`.execute(db);
    });
  }

  /** Announces the current state of the task, or these changes of it. */
  async announce(
    db: TaskDatabase,
    changes: { state?: TaskState; progress?: number } = {},
  ): Promise<void> {
    Object.assign(this.task, changes);
    await announceTask(db as unknown as Database, this.task);
  }
}
