import { sql } from 'kysely';
import { type Language, type LocalizedText, languages } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import { isDatabaseUnavailable } from '../database/isDatabaseUnavailable.ts';
import { readFailure } from '../tasks/failure.ts';
import { type StoredFailure, withTaskTables } from '../tasks/tables.ts';
import { localize } from '../texts/localize.ts';
import { serverNotifications } from './catalog.ts';
import type { TaskNotification } from './notifications.ts';
import { notify } from './notify.ts';

/** How a notification identifies a completed task. */
export interface EndedTask {
  id: number;
  target_name: string;
  owner_id: string;
  failure: StoredFailure | null;
}

const titleOf = async (ctx: Context, task: EndedTask): Promise<LocalizedText> => {
  const { title } = await withTaskTables(ctx.db)
    .selectFrom('task')
    .select('title')
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow();
  return title;
};

/**
 * Notifies the owner of a task, and the owner's parent account, that the task is done, in the
 * transaction that ends it. A task ends even if the notification fails.
 */
export const notifyTaskDone = (
  ctx: Context,
  task: EndedTask,
  notification: TaskNotification,
): Promise<void> =>
  inSavepoint(ctx, task, async () => {
    const actorName = ctx.actor?.email ?? ctx.site.systemName;
    const values = {
      name: task.target_name,
      at: ctx.clock.now(),
      by: actorName,
      change: await titleOf(ctx, task),
    };
    await notify(ctx, { userId: task.owner_id, notification, values });
  });

const taskAbandoned: LocalizedText = localize('notify.givenUp');

/** Does the same for a task that failed (notification 133). */
export const notifyTaskFailed = (ctx: Context, task: EndedTask, isStuck: boolean): Promise<void> =>
  inSavepoint(ctx, task, async () => {
    const failureReason = (language: Language): string => {
      if (!task.failure) return taskAbandoned[language];
      const { reason, nextStep } = readFailure(task.failure, { cmdId: task.id, isStuck }, language);
      return `${reason} ${nextStep}`;
    };
    const reason = Object.fromEntries(
      languages.map((language) => [language, failureReason(language)]),
    ) as LocalizedText;
    const values = {
      cmdId: String(task.id),
      title: await titleOf(ctx, task),
      name: task.target_name,
      reason,
      at: ctx.clock.now(),
    };
    await notify(ctx, {
      userId: task.owner_id,
      notification: serverNotifications.taskFailed,
      values,
    });
  });

/** Rolls back only this work on an error, and not the surrounding transaction. */
async function inSavepoint(
  ctx: Context,
  task: EndedTask,
  work: () => Promise<void>,
): Promise<void> {
  await sql`savepoint task_news`.execute(ctx.db);
  try {
    await work();
    await sql`release savepoint task_news`.execute(ctx.db);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    await sql`rollback to savepoint task_news`.execute(ctx.db);
    ctx.log.error({ err: error, cmdId: task.id }, 'The end of a task couldn’t be announced');
  }
}
