import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import type { RequestedItem } from '../../rules.ts';
import { newSpanRows, planSpans, type SpanPlan, type Subject } from './spanPlans.ts';

const spanLock = 7_216_011;

/**
 * Updates the spans of the subject to these items from now on: ends spans that no longer apply and
 * opens new ones at the owner's current price. Unchanged items keep their spans and prices. An
 * empty list ends all spans. Call it in the transaction of the metered change, so that both commit
 * or neither does. Idempotent for the same items. Calls for one subject are serialized across
 * processes, and its time never runs backwards. Throws `priceMissing` for an item missing from the
 * price list, and an error for a quantity that isn't above zero.
 */
export async function setSpans(
  ctx: Pick<Context, 'db' | 'clock'>,
  subject: Subject,
  items: readonly RequestedItem[],
): Promise<void> {
  if (!ctx.db.isTransaction)
    throw new Error('Spans are written in the transaction of the change they meter.');
  await sql`select pg_advisory_xact_lock(${spanLock}, hashtext(${subject.id}))`.execute(ctx.db);
  for (const plan of await planSpans(ctx, [{ subject, items }])) {
    await end(ctx, plan);
    await rename(ctx, plan);
    await open(ctx, plan);
  }
}

/** Ends spans. A span that ends in the second it began is deleted, because it has no duration. */
async function end(ctx: Pick<Context, 'db'>, { ending, at }: SpanPlan): Promise<void> {
  if (ending.length === 0) return;
  const ids = ending.map((span) => span.id);
  await sql`delete from span where id = any(${ids}::bigint[]) and from_at = ${at}`.execute(ctx.db);
  await sql`update span set to_at = ${at} where id = any(${ids}::bigint[])`.execute(ctx.db);
}

async function rename(
  ctx: Pick<Context, 'db'>,
  { kept, subject: { name } }: SpanPlan,
): Promise<void> {
  const ids = kept.filter((span) => span.name !== name).map((span) => span.id);
  if (ids.length > 0)
    await sql`update span set subject_name = ${name} where id = any(${ids}::bigint[])`.execute(
      ctx.db,
    );
}

async function open(ctx: Pick<Context, 'db'>, plan: SpanPlan): Promise<void> {
  if (plan.fresh.length === 0) return;
  await sql`
    insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, hours_from, hour_paid)
    ${newSpanRows([plan])}`.execute(ctx.db);
}
