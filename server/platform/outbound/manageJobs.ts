import { sql } from 'kysely';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import { closeBreaker } from './breaker.ts';
import { announceJob } from './jobs.ts';
import type { OutboundState, OutboundStatus, OutboundType, Payload } from './outbound.ts';
import { outboundReasons } from './outboundFailure.ts';
import { wakeOutbound } from './outboundRunner.ts';
import { type JobToQueue, queueOutbound } from './queue.ts';
import { withOutboundTables } from './tables.ts';

/** A job, locked until the transaction ends. */
export interface LockedJob {
  id: number;
  type: string;
  site_id: string;
  payload: Payload;
  destination: string | null;
  state: OutboundState;
  attempts: number;
  lease_until: Date | null;
}

/** Locks and returns the job with this ID until the transaction ends. Null if it doesn't exist. */
export async function lockJob(ctx: Context, id: number): Promise<LockedJob | null> {
  return await locked(ctx, sql`id = ${id}`);
}

const locked = async (
  ctx: Context,
  condition: ReturnType<typeof sql>,
): Promise<LockedJob | null> => {
  const { rows } = await sql<LockedJob>`
    select id, type, site_id, payload, destination, state, attempts, lease_until from outbound_job
    where ${condition} for update`.execute(ctx.db);
  return rows[0] ?? null;
};

/**
 * Locks the slice's own jobs until the transaction ends. A delivery locks its job before the rows
 * to which it copies its state, so code that changes these rows must call this first.
 */
export async function lockOutbound<P extends Payload>(
  ctx: Context,
  { name }: OutboundType<P>,
  keys: readonly string[],
): Promise<void> {
  await sql`
    select from outbound_job where type = ${name} and key = any(${[...keys]}::text[]) order by id for update`.execute(
    ctx.db,
  );
}

/**
 * Delivers one of the slice's own jobs again, with all attempts. Throws if the job doesn't exist.
 */
export async function retryOutbound<P extends Payload>(
  ctx: Context,
  { name }: OutboundType<P>,
  key: string,
): Promise<void> {
  const job = await locked(ctx, sql`type = ${name} and key = ${key}`);
  if (!job) throw new Error(`There is no outbound job ${name} ${key}.`);
  await restartJob(ctx, job);
}

/**
 * Queues a job of the slice. If the job already exists, it is delivered again with all attempts.
 */
export async function requeueOutbound<P extends Payload>(
  ctx: Context,
  type: OutboundType<P>,
  job: JobToQueue<P>,
): Promise<void> {
  const existing = await locked(ctx, sql`type = ${type.name} and key = ${job.key}`);
  if (existing) await restartJob(ctx, existing);
  else await queueOutbound(ctx, type, job);
}

/** Gives up the slice's own jobs that are waiting or kept, for a reason given by the slice. */
export async function cancelOutbound<P extends Payload>(
  ctx: Context,
  { name }: OutboundType<P>,
  keys: readonly string[],
  reason: LocalizedText,
): Promise<void> {
  for (const key of [...keys].sort()) {
    const job = await locked(ctx, sql`type = ${name} and key = ${key}`);
    if (job?.state === 'waiting' || job?.state === 'kept') await cancelJob(ctx, job, reason);
  }
}

/** Attempts a locked job immediately. If that fails, the job is retried as if it were new. */
export async function restartJob(ctx: Context, job: LockedJob): Promise<void> {
  const now = ctx.clock.now();
  await withOutboundTables(ctx.db)
    .updateTable('outbound_job')
    .set({
      ...{ state: 'waiting', attempts: 0, due_at: now, queued_at: now, ended_at: null },
      ...{ claim: null, lease_until: null, reason: null, detail: '' },
    })
    .where('id', '=', job.id)
    .execute();
  // A manual retry implies that the destination works again.
  if (job.destination !== null)
    await closeBreaker(ctx.db, { type: job.type, key: job.destination });
  const status = { state: 'waiting', attempts: 0, nextTryAt: now, reason: null } as const;
  await onJobChanged(ctx, job, { ...status, detail: '', failure: null });
  ctx.afterCommit(() => wakeOutbound(ctx, job.type));
}

/** Ends a locked job without delivery. */
export async function cancelJob(
  ctx: Context,
  job: LockedJob,
  reason: LocalizedText = outboundReasons.givenUp,
): Promise<void> {
  const now = ctx.clock.now();
  await withOutboundTables(ctx.db)
    .updateTable('outbound_job')
    .set({
      ...{ state: 'failed', due_at: now, ended_at: now, claim: null, lease_until: null },
      ...{ reason: JSON.stringify(reason), detail: '' },
    })
    .where('id', '=', job.id)
    .execute();
  await onJobChanged(ctx, job, {
    ...{ state: 'failed', attempts: job.attempts, nextTryAt: null },
    ...{ reason, detail: '', failure: null },
  });
}

async function onJobChanged(ctx: Context, job: LockedJob, status: OutboundStatus): Promise<void> {
  await announceJob(ctx.db, job);
  const outbound = ctx.services.slices.outbound.get(job.type);
  await outbound?.onChange?.(ctx, job.payload, status, null);
}
