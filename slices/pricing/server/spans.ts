import { sql } from 'kysely';
import type { Context } from '../../../server/platform/context.ts';
import type { WantedItem } from '../rules.ts';
import { freshSpans, planSpans, type SpanPlan, type Subject } from './spanPlans.ts';

const spanLock = 7_216_011;

/**
 * Makes the spans of the subject say what it has from now on: ends those that no longer hold and opens what is new, at the
 * price its owner buys at now. What has not changed goes on untouched, at its old price; an empty list ends all.
 *
 * To be called in the transaction of the change it meters: both are there, or neither is. Calling it again with the same items
 * changes nothing. Calls for one subject wait for each other, and time never runs backwards for it whichever process calls.
 * Throws `priceMissing` for an item the price list does not have, and an error on a quantity that is not above zero.
 */
export async function setSpans(ctx: Pick<Context, 'db' | 'clock'>, subject: Subject, items: readonly WantedItem[]): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error('Spans are written in the transaction of the change they meter.');
  await sql`select pg_advisory_xact_lock(${spanLock}, hashtext(${subject.id}))`.execute(ctx.db);
  for (const plan of await planSpans(ctx, [{ subject, items }])) {
    await end(ctx, plan);
    await rename(ctx, plan);
    await open(ctx, plan);
  }
}

/** A span that is ended in the second it began never lasted: it is taken back. */
async function end(ctx: Pick<Context, 'db'>, { ending, at }: SpanPlan): Promise<void> {
  if (ending.length === 0) return;
  const ids = ending.map((span) => span.id);
  await sql`delete from span where id = any(${ids}::bigint[]) and from_at = ${at}`.execute(ctx.db);
  await sql`update span set to_at = ${at} where id = any(${ids}::bigint[])`.execute(ctx.db);
}

async function rename(ctx: Pick<Context, 'db'>, { kept, subject: { name } }: SpanPlan): Promise<void> {
  const ids = kept.filter((span) => span.name !== name).map((span) => span.id);
  if (ids.length > 0) await sql`update span set subject_name = ${name} where id = any(${ids}::bigint[])`.execute(ctx.db);
}

async function open(ctx: Pick<Context, 'db'>, plan: SpanPlan): Promise<void> {
  if (plan.fresh.length === 0) return;
  await sql`
    insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, hours_from, hour_paid)
    ${freshSpans([plan])}`.execute(ctx.db);
}
