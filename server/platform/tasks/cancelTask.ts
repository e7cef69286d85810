import { sql } from 'kysely';
import { userError } from '../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import { announceTask } from './announceTask.ts';
import * as texts from './messages.ts';
import { exitCodes } from './running/completeTask.ts';
import { withTaskTables } from './tables.ts';
import type { TaskState } from './task.ts';

/** The state that determines whether a task can be canceled. */
export interface Cancellability {
  state: TaskState;
  is_cancellable: boolean;
  is_cancel_requested: boolean;
  is_past_return: boolean;
}

/** Why the task can't be canceled now. Null if it can. */
export function cancelProblem(task: Cancellability): LocalizedText | null {
  if (task.state === 'done' || task.state === 'failed' || task.state === 'cancelled')
    return texts.cannotCancel.ended;
  if (task.state === 'undoing') return texts.cannotCancel.undoing;
  if (task.is_cancel_requested) return texts.cannotCancel.asked;
  if (!task.is_cancellable) return texts.cannotCancel.type;
  if (task.is_past_return) return texts.cannotCancel.pastReturn;
  return null;
}

/**
 * Whether a step has started after which the task can't be undone. For queries that include
 * `task`.
 */
export const isPastPointOfNoReturn = sql<boolean>`exists (select from task_step s where s.task_id = task.id and s.is_final and s.state <> 'pending')`;

/**
 * Cancels a task in the transaction of the call. A pending task ends immediately, and a running one
 * is stopped and undone. The caller must check that the actor has access. Throws
 * `taskNotCancellable` with the reason.
 */
export async function cancelTask(ctx: Context, cmdId: number): Promise<void> {
  const db = withTaskTables(ctx.db);
  const task = await db
    .selectFrom('task')
    .selectAll()
    .where('id', '=', cmdId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // Whether the task is past the point of no return is only certain now that it is locked.
  const { is_past_return } = await db
    .selectFrom('task')
    .select(isPastPointOfNoReturn.as('is_past_return'))
    .where('id', '=', cmdId)
    .executeTakeFirstOrThrow();
  const problem = cancelProblem({
    ...task,
    is_past_return,
    is_cancel_requested: task.cancel_requested_at !== null,
  });
  if (problem) throw userError('taskNotCancellable', { cmdId, problem });
  const now = sql<Date>`clock_timestamp()`;
  const cancelRequest = {
    cancel_requested_at: now,
    cancel_requested_by: ctx.actor?.userId ?? null,
  };
  if (task.state === 'queued') {
    const cancelledState = {
      state: 'cancelled' as const,
      exit_code: exitCodes.cancelled,
      input: null,
      completed_at: now,
    };
    await db
      .updateTable('task')
      .set({ ...cancelRequest, ...cancelledState })
      .where('id', '=', cmdId)
      .execute();
    await db
      .insertInto('task_log')
      .values({ task_id: cmdId, entry: JSON.stringify(texts.canceledUnstarted) })
      .execute();
    await announceTask(ctx.db, { ...task, state: 'cancelled' });
  } else {
    await db.updateTable('task').set(cancelRequest).where('id', '=', cmdId).execute();
    await db
      .insertInto('task_log')
      .values({ task_id: cmdId, entry: JSON.stringify(texts.cancelRequested) })
      .execute();
    await announceTask(ctx.db, task, { isCancelRequested: true });
  }
  await sql`select wake_task(${task.resource})`.execute(db);
}
