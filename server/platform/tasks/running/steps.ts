import { isDatabaseUnavailable } from '../../database/isDatabaseUnavailable.ts';
import { failureEntry, failureOf, isTransient } from '../failure.ts';
import * as texts from '../messages.ts';
import { stopPoint } from '../stopPoints.ts';
import { type AnyTaskType, LeaseLost, type Step, type TaskContext } from '../task.ts';
import { pause, pauseBefore } from '../timing.ts';
import type { Attempt } from './attempt.ts';

/**
 * Number of attempts during a database outage. An outage doesn't use up the retries of a step, but
 * is tolerated for about two minutes only.
 */
const databaseTries = 120;

/** Runs a step and retries transient errors after a delay. Throws the last error. */
export async function doStep(
  attempt: Attempt,
  type: AnyTaskType,
  step: Step<unknown>,
  context: TaskContext<unknown>,
): Promise<void> {
  const { signal, task, timing, ctx } = attempt;
  for (let attemptNumber = 1, waits = 0; ; ) {
    try {
      stopPoint(type.type, step.name, 'before');
      await step.do(context);
      stopPoint(type.type, step.name, 'after');
      return;
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted || !isTransient(type, error)) throw error;
      if (isDatabaseUnavailable(error)) {
        waits += 1;
        if (waits >= databaseTries) throw error;
        await pause(Math.min(timing.retryBaseMs, 1000), signal);
      } else {
        attemptNumber += 1;
        if (attemptNumber > (step.attempts ?? 5)) throw error;
        ctx.log.warn(
          { err: error, cmdId: task.id, step: step.name, next: attemptNumber },
          'A step of a task will be retried',
        );
        await attempt.log(
          texts.retryText(step, failureEntry(failureOf(type, step.name, error), task.id)),
        );
        await pause(pauseBefore(attemptNumber, timing), signal);
      }
      if (signal.aborted) throw error;
    }
  }
}

/**
 * Undoes a step and retries any error after a delay. Returns false if it kept failing. Throws only
 * if this worker has to stop.
 */
export async function undoStep(
  attempt: Attempt,
  type: AnyTaskType,
  step: Step<unknown>,
  context: TaskContext<unknown>,
): Promise<boolean> {
  if (!step.undo) return true;
  const { leaveSignal, task, timing, ctx } = attempt;
  for (let attempt = 1, waits = 0; ; ) {
    try {
      stopPoint(type.type, step.name, 'undoBefore');
      await step.undo(context);
      stopPoint(type.type, step.name, 'undoAfter');
      return true;
    } catch (error) {
      if (error instanceof LeaseLost || leaveSignal.aborted) throw error;
      ctx.log.error(
        { err: error, cmdId: task.id, step: step.name, tries: attempt },
        'An undo failed',
      );
      if (isDatabaseUnavailable(error) && waits < databaseTries) waits += 1;
      else attempt += 1;
      if (attempt > timing.undoAttempts) return false;
      await pause(pauseBefore(Math.max(attempt, 2), timing), leaveSignal);
      leaveSignal.throwIfAborted();
    }
  }
}
