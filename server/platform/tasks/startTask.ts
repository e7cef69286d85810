import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { announceTask } from './announceTask.ts';
import { withTaskTables } from './tables.ts';
import type { TaskTarget, TaskType } from './task.ts';

/** The parameters of a new task. */
export interface TaskStart<I> {
  input: I;
  target: TaskTarget;
  /**
   * Tasks of one resource run one after the other, in the order they were started: `server:<id>`.
   */
  resource: string;
  siteId: string;
  ownerId: string;
}

const orderLock = 7_216_003;

/**
 * Puts a task into the queue, in the transaction of the call: when that rolls back there is no
 * task, once it has committed the task will run whatever happens to this process. Start several in
 * a stable order of their resources, so that two calls cannot wait for each other. Throws a
 * `ZodError` when the input is not what the type declares, and `diskReserveReached` when the type
 * uses disk space and too little is left.
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
    .values(
      type.steps.map((step, position) => ({
        task_id: cmdId,
        position,
        name: step.name,
        title: JSON.stringify(step.title ?? step.name),
        weight: step.weight ?? 1,
        is_final: step.isFinal ?? false,
      })),
    )
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
