import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../../contract/languages.ts';
import type { Database } from '../../database/database.ts';
import { localize } from '../../texts/localize.ts';
import { announceTask, type TaskChange } from '../announceTask.ts';
import type { StoredFailure, TaskDatabase } from '../tables.ts';
import type { TaskState } from '../task.ts';
import { hasExited, type WorkerIdentity } from './workerIdentity.ts';

/** A task as leased by its worker. `attempt` is the fencing token. */
export interface ClaimedTask {
  id: number;
  type: string;
  /** The version of the task type that planned its steps. */
  version: number;
  input: unknown;
  resource: string;
  target_type: string;
  target_id: string;
  target_name: string;
  site_id: string;
  owner_id: string;
  created_by: string | null;
  on_behalf_of: string | null;
  language: Language;
  ip: string;
  request_id: string;
  state: TaskState;
  progress: number;
  failure: StoredFailure | null;
  cancel_requested_at: Date | null;
  attempt: number;
  losses: number;
}

const maxClaimAttempts = 5;

/**
 * Claims the next task of a resource, unless another worker has it. Locks the first task in line. A
 * worker that completes that task looks for a successor afterward, so a task queued meanwhile is
 * never missed.
 */
export async function claimNext(
  db: TaskDatabase,
  workerId: string,
  resource: string,
  leaseMs: number,
): Promise<ClaimedTask | null> {
  for (let claimAttempt = 0; claimAttempt < maxClaimAttempts; claimAttempt++) {
    const { rows } = await sql<ClaimedTask & { head_id: number }>`
      with head as materialized (
        select id, not_before <= clock_timestamp() and (worker_id is null or lease_until < clock_timestamp()) as is_free
        from task where resource = ${resource} and completed_at is null order by id limit 1 for update
      ), claimed as (
        update task set worker_id = ${workerId}, lease_until = ${leaseEnd(leaseMs)}, attempt = attempt + 1,
          losses = losses + (worker_id is not null)::integer, executed_at = coalesce(executed_at, clock_timestamp()),
          state = case when state = 'queued' then 'running' else state end
        from head where task.id = head.id and head.is_free
        returning task.*
      )
      select head.id as head_id, claimed.* from head left join claimed on true`.execute(db);
    const row = rows[0];
    if (row) return row.id === null ? null : row;
    // The first task completed while this worker waited for it. Check for a task behind it that the
    // statement couldn't see yet.
    const open = await db
      .selectFrom('task')
      .select('id')
      .where('resource', '=', resource)
      .where('completed_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (!open) return null;
  }
  throw new Error(`The next task of ${resource} changed too often to be taken.`);
}

const leaseEnd = (leaseMs: number): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;

/**
 * Locks the task for the rest of the transaction. Returns false if it no longer belongs to this
 * attempt.
 */
export async function renewLease(
  db: TaskDatabase,
  task: { id: number; attempt: number },
  workerId: string,
  leaseMs: number,
): Promise<{ cancel_requested_at: Date | null } | undefined> {
  return await db
    .updateTable('task')
    .set({ lease_until: leaseEnd(leaseMs) })
    .where('id', '=', task.id)
    .where('attempt', '=', task.attempt)
    .where('worker_id', '=', workerId)
    .returning('cancel_requested_at')
    .executeTakeFirst();
}

/**
 * Locks the task like `renewLease`, but shared with other transactions of this worker, and without
 * extending the lease.
 */
export async function shareLease(
  db: TaskDatabase,
  task: { id: number; attempt: number },
  workerId: string,
): Promise<{ cancel_requested_at: Date | null } | undefined> {
  return await db
    .selectFrom('task')
    .select('cancel_requested_at')
    .where('id', '=', task.id)
    .where('attempt', '=', task.attempt)
    .where('worker_id', '=', workerId)
    .forShare()
    .executeTakeFirst();
}

/**
 * Sends this worker's heartbeat. Returns which of its tasks it still has and which must be
 * canceled.
 */
export async function renewLeases(
  db: TaskDatabase,
  worker: WorkerIdentity,
  taskIds: readonly number[],
  leaseMs: number,
): Promise<{ id: number; attempt: number; isCancelled: boolean }[]> {
  await registerWorker(db, worker);
  // A task with a locked row is currently being written by this worker, which also renews its
  // lease.
  await sql`
    update task set lease_until = ${leaseEnd(leaseMs)}
    where id in (select id from task where worker_id = ${worker.id} and id = any(${[...taskIds]}::bigint[]) order by id for update skip locked)`.execute(
    db,
  );
  const rows = await db
    .selectFrom('task')
    .select(['id', 'attempt', 'cancel_requested_at'])
    .where('worker_id', '=', worker.id)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    attempt: row.attempt,
    isCancelled: row.cancel_requested_at !== null,
  }));
}

export async function registerWorker(
  db: TaskDatabase,
  worker: WorkerIdentity,
  poolId?: string,
): Promise<void> {
  await db
    .insertInto('task_worker')
    .values({
      id: worker.id,
      machine: worker.machine,
      pid: worker.pid,
      pid_started: worker.pidStarted,
      pool_id: poolId ?? null,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        seen_at: sql<Date>`clock_timestamp()`,
        ...(poolId ? { pool_id: poolId } : {}),
      }),
    )
    .execute();
}

/**
 * Immediately releases the tasks of workers on this machine whose process has ended. Returns the
 * task IDs.
 */
export async function releaseDeadNeighbours(
  db: TaskDatabase,
  self: WorkerIdentity,
): Promise<number[]> {
  const neighbors = await db
    .selectFrom('task_worker')
    .select(['id', 'machine', 'pid', 'pid_started as pidStarted'])
    .where('machine', '=', self.machine)
    .where('id', '!=', self.id)
    .execute();
  return await removeWorkers(
    db,
    neighbors.filter((neighbor) => hasExited(neighbor)).map((neighbor) => neighbor.id),
  );
}

/**
 * Releases tasks whose lease has expired, and deletes workers without a heartbeat for two leases.
 * Returns the task IDs.
 */
export async function releaseLostTasks(db: TaskDatabase, leaseMs: number): Promise<number[]> {
  const released = await releaseTasks(db, sql<boolean>`lease_until < clock_timestamp()`);
  const silent = await db
    .selectFrom('task_worker')
    .select('id')
    .where(sql<boolean>`seen_at < clock_timestamp() - ${2 * leaseMs} * interval '1 millisecond'`)
    .execute();
  return [
    ...released,
    ...(await removeWorkers(
      db,
      silent.map((worker) => worker.id),
    )),
  ];
}

/** Removes workers and releases their tasks here and in the runner library. */
export async function removeWorkers(db: TaskDatabase, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const released = await releaseTasks(db, sql<boolean>`worker_id = any(${[...ids]}::uuid[])`);
  const removed = await db
    .deleteFrom('task_worker')
    .where('id', 'in', [...ids])
    .returning('pool_id')
    .execute();
  const pools = removed.flatMap((worker) => worker.pool_id ?? []);
  if (pools.length > 0)
    await sql`select graphile_worker.force_unlock_workers(${pools}::text[])`.execute(db);
  return released;
}

const lostEntry = JSON.stringify(localize('tasks.lostEntry'));

/**
 * Releases tasks from their workers and wakes others. The delay grows each time a task loses its
 * worker.
 */
async function releaseTasks(db: TaskDatabase, condition: RawBuilder<boolean>): Promise<number[]> {
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<TaskChange & { resource: string }>`
      update task set worker_id = null, lease_until = null, losses = losses + 1,
        not_before = clock_timestamp() + case when losses = 0 then interval '0' else least(60, power(2, losses)) * interval '1 second' end
      where id in (select id from task where worker_id is not null and ${condition} order by id for update skip locked)
      returning id, resource, site_id, owner_id, target_type, target_id, state, progress`.execute(
      transaction,
    );
    for (const task of rows) {
      await transaction
        .insertInto('task_log')
        .values({ task_id: task.id, entry: lostEntry })
        .execute();
      await sql`select wake_task(${task.resource})`.execute(transaction);
      await announceTask(transaction as unknown as Database, task);
    }
    return rows.map((task) => task.id);
  });
}

/** Wakes workers for resources with pending work but no wake-up. Returns the number of wake-ups. */
export async function wakeAbandoned(db: TaskDatabase, limit = 1000): Promise<number> {
  const { rows } = await sql<{ resource: string }>`
    select t.resource, wake_task(t.resource) from (
      select resource from task t
      where completed_at is null and worker_id is null and not_before <= clock_timestamp()
        and not exists (select from task earlier where earlier.resource = t.resource and earlier.completed_at is null and earlier.id < t.id)
        and not exists (select from graphile_worker.jobs j where j.key = t.resource)
      order by id limit ${limit}) t`.execute(db);
  return rows.length;
}

/** Wakes a worker for the resource again. */
export async function wakeNext(db: TaskDatabase, resource: string): Promise<void> {
  await sql`select wake_task(${resource})`.execute(db);
}
