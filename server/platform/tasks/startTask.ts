import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { announceTask } from './announceTask.ts';
import { stepRow, withTaskTables } from './tables.ts';
import { type AnyTaskType, type TaskTarget, type TaskType, versionOf } from './task.ts';

/** The parameters of a new task. */
export interface TaskStart<I> {
  input: I;
  target: TaskTarget;
  /**
   * Tasks of one resource run one at a time, in the order in which they were started:
   * `server:<id>`.
   */
  resource: string;
  siteId: string;
  ownerId: string;
}

const orderLock = 7_216_003;

/**
 * Queues a task in the transaction of the call. A rollback leaves no task, and after a commit the
 * task runs even if this process ends. Start several tasks in a stable order of their resources, so
 * that two calls can't deadlock. Throws a `ZodError` if the input doesn't match the type, and
 * `diskReserveReached` if the type uses disk space and too little is free.
 */
export async function startTask<I>(
  ctx: Context,
  type: TaskType<I>,
  task: TaskStart<I>,
): Promise<{ cmdId: number }> {
  const db = withTaskTables(ctx.db);
  const input = type.input.parse(task.input);
  if (type.usesDisk) await ctx.services.resources.requireDiskReserve();
  // Locked until the call has committed, so that the order of IDs per resource is the commit order.
  await sql`select pg_advisory_xact_lock(${orderLock}, hashtext(${task.resource}))`.execute(db);
  const { id: cmdId } = await db
    .insertInto('task')
    .values({
      type: type.type,
      version: versionOf(type as AnyTaskType),
      title: JSON.stringify(type.title(input, task.target)),
      input: JSON.stringify(input),
      target_type: task.target.type,
      target_id: task.target.id,
      target_name: task.target.name,
      resource: task.resource,
      site_id: task.siteId,
      owner_id: task.ownerId,
      created_by: ctx.actor?.userId ?? null,
      on_behalf_of: ctx.onBehalfOf,
      language: ctx.language,
      ip: ctx.ip,
      request_id: ctx.requestId,
      is_cancellable: type.isCancellable ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('task_step')
    .values((type as AnyTaskType).steps.map((step, position) => stepRow(cmdId, step, position)))
    .execute();
  await sql`select wake_task(${task.resource})`.execute(db);
  await announceTask(ctx.db, {
    id: cmdId,
    site_id: task.siteId,
    owner_id: task.ownerId,
    target_type: task.target.type,
    target_id: task.target.id,
    state: 'queued',
    progress: 0,
  });
  return { cmdId };
}
