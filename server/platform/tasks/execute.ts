import { sql } from 'kysely';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Attempt, Held } from './attempt.ts';
import { completeTask, type TaskEnd } from './completeTask.ts';
import { failureEntry, failureOf } from './failure.ts';
import { ProgressReporter } from './progress.ts';
import { doStep, undoStep } from './steps.ts';
import { stopPoint } from './stopPoints.ts';
import type { StepState, TaskDatabase } from './tables.ts';
import { type AnyTaskType, LeaseLost, type Step, type TaskContext } from './task.ts';
import * as texts from './texts.ts';

/** Why a task doesn't continue forward. */
type Turn = 'finished' | 'failed' | 'cancelled';

/**
 * Takes a task from where it stands to its end: forward through its steps, or back through their
 * undos. False when this worker had to let go of it before: the program stops, or the task went to
 * another worker.
 */
export async function execute(attempt: Attempt, type: AnyTaskType): Promise<boolean> {
  try {
    await new TaskRun(attempt, type).toItsEnd();
    return true;
  } catch (error) {
    if (error instanceof LeaseLost || attempt.leaveSignal.aborted) return false;
    throw error;
  }
}

class TaskRun {
  readonly #attempt: Attempt;
  readonly #type: AnyTaskType;
  readonly #progress: ProgressReporter;
  #states: StepState[] = [];

  constructor(attempt: Attempt, type: AnyTaskType) {
    this.#attempt = attempt;
    this.#type = type;
    this.#progress = new ProgressReporter(
      attempt,
      type.steps.map((step) => step.weight ?? 1),
    );
  }

  async toItsEnd(): Promise<void> {
    const { task } = this.#attempt;
    this.#states = await this.#readStates();
    const turn = task.state === 'undoing' ? 'failed' : await this.#forward();
    if (turn === 'finished') return await this.#end('done');
    if (task.state !== 'undoing')
      await this.#attempt.fencedPatiently(({ db }) => this.#setState(db, 'undoing'));
    await this.#backward();
  }

  #end(end: TaskEnd, warning?: LocalizedText): Promise<void> {
    return completeTask(this.#attempt, end, warning, this.#type.tells?.(this.#attempt.task.input));
  }

  async #readStates(): Promise<StepState[]> {
    const rows = await this.#attempt.fencedPatiently(({ db }) =>
      db
        .selectFrom('task_step')
        .select('state')
        .where('task_id', '=', this.#attempt.task.id)
        .orderBy('position')
        .execute(),
    );
    if (rows.length !== this.#type.steps.length) {
      throw new Error(
        `Task ${this.#attempt.task.id} was started with ${rows.length} steps, ${this.#type.type} now has ${this.#type.steps.length}.`,
      );
    }
    return rows.map((row) => row.state);
  }

  async #forward(): Promise<Turn> {
    const { task, timing } = this.#attempt;
    for (const [position, step] of this.#type.steps.entries()) {
      if (this.#states[position] === 'done') continue;
      if (task.losses >= timing.maxLosses)
        return await this.#fail(
          position,
          step,
          new Error(`${task.losses} workers were lost at this step`),
        );
      const mayBegin = await this.#attempt.fencedPatiently((held) => this.#begin(held, position));
      if (!mayBegin) return 'cancelled';
      try {
        // It can have waited in the queue while the disk filled up.
        if (position === 0 && this.#type.usesDisk)
          await this.#attempt.ctx.services.resources.requireDiskReserve();
        await doStep(this.#attempt, this.#type, step, this.#contextWith(this.#attempt.signal));
      } catch (error) {
        if (error instanceof LeaseLost || this.#attempt.leaveSignal.aborted) throw error;
        if (this.#attempt.signal.reason === 'cancelled' && !this.#isPastReturn())
          return 'cancelled';
        return await this.#fail(position, step, error);
      } finally {
        await this.#progress.settle();
      }
      await this.#attempt.fencedPatiently(({ db }) => this.#markDone(db, position));
      stopPoint(this.#type.type, step.name, 'mark');
      this.#attempt.leaveSignal.throwIfAborted();
    }
    return 'finished';
  }

  /** Has a step begun after which there is no way back? */
  #isPastReturn(): boolean {
    return this.#type.steps.some(
      (step, position) => step.isFinal && this.#states[position] !== 'pending',
    );
  }

  async #begin({ db, isCancelRequested }: Held, position: number): Promise<boolean> {
    if (isCancelRequested && !this.#isPastReturn()) return false;
    await this.#setStep(db, position, 'running');
    if (position === 0) await this.#attempt.announce(db, { state: 'running' });
    this.#progress.beginStep(position);
    return true;
  }

  #contextWith(signal: AbortSignal): TaskContext<unknown> {
    const attempt = this.#attempt;
    return {
      cmdId: attempt.task.id,
      input: attempt.task.input,
      ctx: attempt.ctx,
      signal,
      log: (entry) => attempt.log(entry),
      warn: (text) => attempt.warn(text),
      write: (work) => attempt.write(work),
      writeAll: (works) => attempt.writeAll(works),
      progress: (percent) => this.#progress.report(percent),
    };
  }

  async #markDone(db: TaskDatabase, position: number): Promise<void> {
    const progress = Math.max(this.#attempt.task.progress, this.#progress.whole(position, 100));
    await this.#setStep(db, position, 'done');
    await db
      .updateTable('task')
      .set({ progress, losses: 0 })
      .where('id', '=', this.#attempt.task.id)
      .execute();
    this.#attempt.task.losses = 0;
    await this.#attempt.announce(db, { progress });
  }

  async #fail(position: number, step: Step<unknown>, error: unknown): Promise<Turn> {
    const { task, ctx } = this.#attempt;
    ctx.log.error(
      { err: error, cmdId: task.id, task: task.type, step: step.name },
      'a task failed',
    );
    const failure = failureOf(this.#type, step.name, error);
    await this.#attempt.fencedPatiently(async ({ db }) => {
      await this.#setStep(db, position, 'failed');
      await db
        .updateTable('task')
        .set({ failure: JSON.stringify(failure), losses: 0 })
        .where('id', '=', task.id)
        .execute();
      await this.#attempt.addLog(db, texts.stepFailed(step, failureEntry(failure, task.id)));
      await this.#setState(db, 'undoing');
    });
    task.failure = failure;
    task.losses = 0;
    return 'failed';
  }

  /**
   * Undoes the started steps in reverse order, but not beyond a point of no return that was passed.
   */
  async #backward(): Promise<void> {
    const { task, timing } = this.#attempt;
    const barrier = this.#type.steps.findLastIndex(
      (step, position) => step.isFinal && this.#states[position] === 'done',
    );
    for (let position = this.#type.steps.length - 1; position > barrier; position--) {
      const step = this.#type.steps[position];
      const state = this.#states[position];
      if (!step || state === 'pending' || state === 'undone') continue;
      const isUndone =
        task.losses < timing.maxLosses &&
        (await undoStep(
          this.#attempt,
          this.#type,
          step,
          this.#contextWith(this.#attempt.leaveSignal),
        ));
      if (!isUndone) return await this.#end('stuck', texts.undoFailed(step));
      await this.#attempt.fencedPatiently(async ({ db }) => {
        await this.#setStep(db, position, 'undone');
        await db.updateTable('task').set({ losses: 0 }).where('id', '=', task.id).execute();
      });
      task.losses = 0;
      stopPoint(this.#type.type, step.name, 'undoMark');
      this.#attempt.leaveSignal.throwIfAborted();
    }
    if (!task.failure) return await this.#end('cancelled');
    if (barrier >= 0) await this.#end('stuck', texts.leftUnfinished);
    else await this.#end('failed');
  }

  async #setState(db: TaskDatabase, state: 'undoing'): Promise<void> {
    await db.updateTable('task').set({ state }).where('id', '=', this.#attempt.task.id).execute();
    await this.#attempt.addLog(db, texts.undoing);
    await this.#attempt.announce(db, { state });
  }

  async #setStep(db: TaskDatabase, position: number, state: StepState): Promise<void> {
    const at = sql<Date>`clock_timestamp()`;
    await db
      .updateTable('task_step')
      .set(
        state === 'running' ? { state, started_at: at, ended_at: null } : { state, ended_at: at },
      )
      .where('task_id', '=', this.#attempt.task.id)
      .where('position', '=', position)
      .execute();
    this.#states[position] = state;
  }
}
