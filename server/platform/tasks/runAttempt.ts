import type { Attempt } from './attempt.ts';
import { completeTask } from './completeTask.ts';
import { execute } from './execute.ts';
import { type AnyTaskType, LeaseLost } from './task.ts';
import * as texts from './texts.ts';

/**
 * Runs a task as far as this worker can. When the worker has to leave it, it is handed to the next
 * one; when it cannot be run at all (its type is not known here, or the task system itself failed)
 * it is tried elsewhere and at last given up.
 */
export async function runAttempt(attempt: Attempt, type: AnyTaskType | undefined): Promise<void> {
  const { task, ctx, timing } = attempt;
  try {
    if (!type) throw new Error(`The task type ${task.type} is not known to this worker.`);
    const isEnded = await execute(attempt, type);
    if (!isEnded && !attempt.isLost) await attempt.handBack({ isLoss: false });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    ctx.log.error({ err: error, cmdId: task.id, task: task.type }, 'a task could not be run');
    if (task.losses + 1 >= timing.maxLosses) await completeTask(attempt, 'stuck', texts.givenUp);
    else await attempt.handBack({ isLoss: true });
  }
}
