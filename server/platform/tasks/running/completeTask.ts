import { sql } from 'kysely';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { Database } from '../../database/database.ts';
import { notifyTaskDone, notifyTaskFailed, type TaskNotification } from '../../notify/index.ts';
import * as texts from '../messages.ts';
import type { TaskDatabase } from '../tables.ts';
import type { Attempt } from './attempt.ts';

/** How a task can end. `stuck` counts as failed and needs manual attention. */
export type TaskOutcome = 'done' | 'failed' | 'cancelled' | 'stuck';

export const exitCodes = { done: 0, failed: 1, cancelled: 2 } as const;

/** Ends the task, deletes its input, and wakes a worker for the resource's next task. */
export async function completeTask(
  attempt: Attempt,
  end: TaskOutcome,
  warning?: LocalizedText,
  /** The notification for the owner on success. */
  notification?: TaskNotification,
): Promise<void> {
  const { task } = attempt;
  const state = end === 'stuck' ? 'failed' : end;
  const progress = end === 'done' ? 100 : task.progress;
  await attempt.fencedPatiently(async ({ db }) => {
    await db
      .updateTable('task')
      .set({
        state,
        progress,
        exit_code: exitCodes[state],
        is_stuck: end === 'stuck',
        ...(warning ? { warn: JSON.stringify(warning) } : {}),
        input: null,
        worker_id: null,
        lease_until: null,
        completed_at: sql<Date>`clock_timestamp()`,
      })
      .where('id', '=', task.id)
      .execute();
    await attempt.addLog(db, warning ?? texts.endedTexts[state]);
    if (end === 'stuck') await attempt.audit(db, 'task.stuck', 'failed');
    await notifyEnd(attempt, db, end, notification);
    await sql`select wake_task(${task.resource})`.execute(db);
    await attempt.announce(db, { state, progress });
  });
}

async function notifyEnd(
  attempt: Attempt,
  db: TaskDatabase,
  end: TaskOutcome,
  notification: TaskNotification | undefined,
): Promise<void> {
  const ctx = { ...attempt.ctx, db: db as unknown as Database };
  if (end === 'done' && notification) await notifyTaskDone(ctx, attempt.task, notification);
  if (end === 'failed' || end === 'stuck')
    await notifyTaskFailed(ctx, attempt.task, end === 'stuck');
}
