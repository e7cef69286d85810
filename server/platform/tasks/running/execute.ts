import { sql } from 'kysely';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { failureEntry, failureOf } from '../failure.ts';
import * as texts from '../messages.ts';
import { stopPoint } from '../stopPoints.ts';
import type { StepState, TaskDatabase } from '../tables.ts';
import { type AnyTaskType, LeaseLost, type Step, type TaskContext } from '../task.ts';
import type { Attempt, RenewedLease } from './attempt.ts';
import { completeTask, type TaskOutcome } from './completeTask.ts';
import type { PlannedStep } from './plan.ts';
import { ProgressReporter } from './progress.ts';
import { doStep, undoStep } from './steps.ts';
import { takeOver } from './takeOver.ts';

/** Why a task stops moving forward. */
type Outcome = 'finished' | 'failed' | 'cancelled';

/**
 * Runs a task from its current step to its end: forward through its steps, or backward through
 * their undos. Returns false if this worker had to stop early, because of a shutdown or because
 * another worker has the task.
 */
export async function execute(attempt: Attempt, type: AnyTaskType): Promise<boolean> {
  try {
    await new TaskRun(attempt, type, await takeOver(attempt, type)).toItsEnd();
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
  readonly #plan: readonly PlannedStep[];

  constructor(attempt: Attempt, type: AnyTaskType, plan: readonly PlannedStep[]) {
    this.#attempt = attempt;
    this.#type = type;
    this.#plan = plan;
    this.#progress = new ProgressReporter(
      attempt,
      plan.map(({ step }) => step.weight ?? 1),
    );
  }

  async toItsEnd(): Promise<void> {
    const { task } = this.#attempt;
    const outcome = task.state === 'undoing' ? 'failed' : await this.#forward();
    if (outcome === 'finished') return await this.#end('done');
    if (task.state !== 'undoing')
      await this.#attempt.fencedPatiently(({ db }) => this.#setState(db, 'undoing'));
    await this.#backward();
  }

  #end(end: TaskOutcome, warning?: LocalizedText): Promise<void> {
    return completeTask(this.#attempt, end, warning, this.#type.tells?.(this.#attempt.task.input));
  }

  async #forward(): Promise<Outcome> {
    for (const [position, { step, state, isRetired }] of this.#plan.entries()) {
      if (state === 'done') continue;
      const outcome = await (isRetired
        ? this.#clearRetired(position, step)
        : this.#doNext(position, step));
      if (outcome) return outcome;
      this.#attempt.leaveSignal.throwIfAborted();
    }
    return 'finished';
  }

  /** Runs a step. Returns the reason if the task doesn't continue forward after it. */
  async #doNext(position: number, step: Step<unknown>): Promise<Outcome | null> {
    const { task, timing } = this.#attempt;
    if (task.losses >= timing.maxLosses)
      return await this.#fail(
        position,
        step,
        new Error(`${task.losses} workers were lost at this step`),
      );
    const canBegin = await this.#attempt.fencedPatiently((lease) => this.#begin(lease, position));
    if (!canBegin) return 'cancelled';
    try {
      // The disk could have filled up while the task was in the queue.
      if (position === 0 && this.#type.usesDisk)
        await this.#attempt.ctx.services.resources.requireDiskReserve();
      await doStep(this.#attempt, this.#type, step, this.#contextWith(this.#attempt.signal));
    } catch (error) {
      if (error instanceof LeaseLost || this.#attempt.leaveSignal.aborted) throw error;
      if (this.#attempt.signal.reason === 'cancelled' && !this.#isPastReturn()) return 'cancelled';
      return await this.#fail(position, step, error);
    } finally {
      await this.#progress.settle();
    }
    await this.#attempt.fencedPatiently(({ db }) => this.#markDone(db, position));
    stopPoint(this.#type.type, step.name, 'mark');
    return null;
  }

  /**
   * A step that an older version began and no version will finish is undone before the task
   * continues.
   */
  async #clearRetired(position: number, step: Step<unknown>): Promise<Outcome | null> {
    if (this.#plan[position]?.state !== 'running' || (await this.#undo(position, step)))
      return null;
    return await this.#fail(
      position,
      step,
      new Error('a step of an older version was left half done'),
    );
  }

  /** Whether a step has begun that is a point of no return. */
  #isPastReturn(): boolean {
    return this.#plan.some(({ step, state }) => step.isFinal && state !== 'pending');
  }

  async #begin({ db, isCancelRequested }: RenewedLease, position: number): Promise<boolean> {
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
      writeAll: (operations) => attempt.writeAll(operations),
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

  async #fail(position: number, step: Step<unknown>, error: unknown): Promise<Outcome> {
    const { task, ctx } = this.#attempt;
    ctx.log.error(
      { err: error, cmdId: task.id, task: task.type, step: step.name },
      'A task failed',
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
   * Undoes the started steps in reverse order, but stops at a point of no return that was passed.
   */
  async #backward(): Promise<void> {
    const { task } = this.#attempt;
    const barrier = this.#plan.findLastIndex(({ step, state }) => step.isFinal && state === 'done');
    for (let position = this.#plan.length - 1; position > barrier; position--) {
      const { step, state } = this.#plan[position] ?? {};
      if (!step || state === 'pending' || state === 'undone') continue;
      if (!(await this.#undo(position, step)))
        return await this.#end('stuck', texts.undoFailed(step));
      this.#attempt.leaveSignal.throwIfAborted();
    }
    if (!task.failure) return await this.#end('cancelled');
    if (barrier >= 0) await this.#end('stuck', texts.leftUnfinished);
    else await this.#end('failed');
  }

  /**
   * Undoes a step and records the result. Returns false if it kept failing or killed too many
   * workers.
   */
  async #undo(position: number, step: Step<unknown>): Promise<boolean> {
    const { task, timing } = this.#attempt;
    if (task.losses >= timing.maxLosses) return false;
    const context = this.#contextWith(this.#attempt.leaveSignal);
    if (!(await undoStep(this.#attempt, this.#type, step, context))) return false;
    await this.#attempt.fencedPatiently(async ({ db }) => {
      await this.#setStep(db, position, 'undone');
      await db.updateTable('task').set({ losses: 0 }).where('id', '=', task.id).execute();
    });
    task.losses = 0;
    stopPoint(this.#type.type, step.name, 'undoMark');
    return true;
  }

  async #setState(db: TaskDatabase, state: 'undoing'): Promise<void> {
    await db.updateTable('task').set({ state }).where('id', '=', this.#attempt.task.id).execute();
    await this.#attempt.addLog(db, texts.undoing);
    await this.#attempt.announce(db, { state });
  }

  async #setStep(db: TaskDatabase, position: number, state: StepState): Promise<void> {
    const planned = this.#plan[position];
    if (!planned) throw new Error(`Task ${this.#attempt.task.id} has no step ${position}.`);
    const at = sql<Date>`clock_timestamp()`;
    await db
      .updateTable('task_step')
      .set(
        state === 'running' ? { state, started_at: at, ended_at: null } : { state, ended_at: at },
      )
      .where('task_id', '=', this.#attempt.task.id)
      .where('name', '=', planned.step.name)
      .execute();
    planned.state = state;
  }
}
