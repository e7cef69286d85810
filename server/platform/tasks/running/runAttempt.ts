import * as texts from '../messages.ts';
import { type AnyTaskType, LeaseLost, versionOf } from '../task.ts';
import type { Attempt } from './attempt.ts';
import { completeTask } from './completeTask.ts';
import { execute } from './execute.ts';

/**
 * How long a task waits for a worker of its version before an older worker checks it again, in
 * seconds.
 */
const newerVersionWaitSeconds = 5;

/**
 * During an update, old and new workers run at the same time, and old workers can't run new tasks.
 */
async function handBackToNewerWorker(attempt: Attempt): Promise<void> {
  const { task, ctx } = attempt;
  ctx.log.info(
    { cmdId: task.id, task: task.type, version: task.version },
    'A task waits for a newer worker',
  );
  await attempt.handBack({ isLoss: false, waitSeconds: newerVersionWaitSeconds });
}

/**
 * Runs a task as far as this worker can. If the worker has to stop, the next one continues. A task
 * that can't run here (unknown type, or a failure of the task system) is tried on other workers and
 * finally given up.
 */
export async function runAttempt(attempt: Attempt, type: AnyTaskType | undefined): Promise<void> {
  const { task, ctx, timing } = attempt;
  try {
    if (!type) throw new Error(`The task type ${task.type} is not known to this worker.`);
    if (task.version > versionOf(type)) return await handBackToNewerWorker(attempt);
    const isEnded = await execute(attempt, type);
    if (!isEnded && !attempt.isLost) await attempt.handBack({ isLoss: false });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    ctx.log.error({ err: error, cmdId: task.id, task: task.type }, 'A task couldn’t be run');
    if (task.losses + 1 >= timing.maxLosses)
      await completeTask(attempt, 'stuck', texts.taskAbandoned);
    else await attempt.handBack({ isLoss: true });
  }
}
