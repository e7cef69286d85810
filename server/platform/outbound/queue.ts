import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { withDb } from '../http/callContext.ts';
import { announceJob } from './jobs.ts';
import type { OutboundType, Payload } from './outbound.ts';
import { wakeOutbound } from './outboundRunner.ts';
import { withOutboundTables } from './tables.ts';

export interface JobToQueue<P extends Payload> {
  /** The idempotency key. A second job of the type with the same key isn't added. */
  key: string;
  payload: P;
  /**
   * Jobs of the type with the same sequence are delivered one at a time, in the order of their due
   * times.
   */
  sequence?: string;
  /** The site to which the delivery belongs. Defaults to that of the context. */
  siteId?: string;
  /** Earliest time of delivery. Defaults to now. */
  dueAt?: Date;
}

/**
 * Adds a job in the transaction of the context. It is delivered only if the transaction commits,
 * and then at least once, unless the retry policy gives up. Requires access to the whole database
 * (`asPortal`).
 */
export async function queueOutbound<P extends Payload>(
  ctx: Context,
  type: OutboundType<P>,
  { key, payload, sequence, siteId = ctx.site.id, dueAt }: JobToQueue<P>,
): Promise<void> {
  if (!ctx.services.slices.outbound.has(type.name))
    throw new Error(`No slice declares the outbound job ${type.name}.`);
  const now = ctx.clock.now();
  const added = await withOutboundTables(ctx.db)
    .insertInto('outbound_job')
    .values({
      ...{ type: type.name, key, site_id: siteId, sequence: sequence ?? null },
      ...{ payload: JSON.stringify(payload) },
      ...{ due_at: dueAt ?? now, queued_at: now, created_at: now },
    })
    .onConflict((conflict) => conflict.columns(['type', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return;
  await announceJob(ctx.db, { id: added.id, site_id: siteId });
  ctx.afterCommit(() => wakeOutbound(ctx, type.name));
}

/** Runs in the transaction of the context, or in a new one. */
export async function inTransaction<T>(
  ctx: Context,
  work: (inner: Context) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return await work(ctx);
  return await ctx.db
    .transaction()
    .execute((transaction) => work(withDb(ctx, transaction as Database)));
}
