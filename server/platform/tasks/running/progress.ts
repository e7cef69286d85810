import type { Attempt } from './attempt.ts';

/**
 * Stores and announces a task's progress, at most a few times a second. The last report is never
 * dropped.
 */
export class ProgressReporter {
  readonly #attempt: Attempt;
  readonly #weights: readonly number[];
  #step = 0;
  #latest: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(attempt: Attempt, weights: readonly number[]) {
    this.#attempt = attempt;
    this.#weights = weights;
  }

  beginStep(position: number): void {
    this.#step = position;
  }

  /** Percentage of the whole task for the progress of a step, 0–99. 100 is reserved for the end. */
  whole(position: number, percentOfStep: number): number {
    const total = this.#weights.reduce((sum, weight) => sum + weight, 0);
    const before = this.#weights.slice(0, position).reduce((sum, weight) => sum + weight, 0);
    const share = Math.min(Math.max(percentOfStep, 0), 100) / 100;
    return Math.min(
      99,
      Math.floor((100 * (before + share * (this.#weights[position] ?? 0))) / total),
    );
  }

  report(percentOfStep: number): void {
    if (!Number.isFinite(percentOfStep)) return;
    const overall = this.whole(this.#step, percentOfStep);
    if (overall <= this.#attempt.task.progress) return;
    this.#latest = overall;
    this.#timer ??= setTimeout(() => this.#write(), this.#attempt.timing.progressEveryMs);
  }

  /**
   * Drops a pending report and lets a running one complete, because the step's own record is more
   * accurate.
   */
  async settle(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#latest = null;
    await this.#writing;
  }

  #write(): void {
    this.#timer = null;
    const progress = this.#latest;
    if (progress === null) return;
    this.#writing = this.#attempt
      .fenced(async ({ db }) => {
        await db
          .updateTable('task')
          .set({ progress })
          .where('id', '=', this.#attempt.task.id)
          .execute();
        await this.#attempt.announce(db, { progress });
      })
      // A failed report does no harm: the step detects a lost task, and the next report detects an
      // unavailable database.
      .catch((error: unknown) =>
        this.#attempt.ctx.log.debug(
          { err: error, cmdId: this.#attempt.task.id },
          'Progress wasn’t recorded',
        ),
      );
  }
}
