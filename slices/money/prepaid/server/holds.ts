import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';

type Ctx = Pick<Context, 'db' | 'clock'>;

/**
 * SQL: whether the task that carries out the order of a `prepaid_hold h` is unfinished. It is the
 * server's first task after the order.
 */
const isOpen: RawBuilder<boolean> = sql<boolean>`exists (
  select from task t where t.resource = 'server:' || h.server_id and t.completed_at is null
    and t.id = (select min(f.id) from task f
      where f.target_type = 'server' and f.target_id = h.server_id::text and f.resource = t.resource and f.id > h.after_task))`;

/**
 * Orders of payers that aren't billed yet, with `payer_id`, `currency`, and `amount` before tax.
 * Must follow `payerBills` in the same statement, so that a resource that becomes ready at that
 * moment is counted once.
 */
export const pendingOrdersSql = (payerIds: readonly string[]): RawBuilder<unknown> => sql`
  select h.payer_id, h.currency, sum(h.amount) as amount
  from prepaid_hold h left join running on running.subject_id = h.server_id
  where h.payer_id = any(${[...payerIds]}::uuid[]) and ${isOpen}
    and (running.since is null or not h.is_new and running.since <= h.held_at)
  group by h.payer_id, h.currency`;

/**
 * Reserves the cost of an order until its tasks have put it on the bill. Deletes reservations of
 * orders that were completed or abandoned in the meantime.
 */
export async function reserve(
  ctx: Ctx,
  payerId: string,
  {
    serverIds,
    amount,
    currency,
  }: { serverIds: readonly string[]; amount: string; currency: string },
): Promise<void> {
  await sql`delete from prepaid_hold h where h.payer_id = ${payerId} and not ${isOpen}`.execute(
    ctx.db,
  );
  await sql`
    insert into prepaid_hold (server_id, payer_id, amount, currency, held_at, after_task, is_new)
    select wanted.id, ${payerId}, ${amount}::numeric / ${serverIds.length}::integer, ${currency}, date_trunc('second', ${ctx.clock.now()}::timestamptz),
      (select coalesce(max(task.id), 0) from task), not exists (select from span where span.subject_id = wanted.id and span.to_at is null)
    from unnest(${[...serverIds]}::uuid[]) as wanted (id)
    on conflict (server_id) do update set payer_id = excluded.payer_id, amount = excluded.amount, currency = excluded.currency,
      held_at = excluded.held_at, after_task = excluded.after_task, is_new = excluded.is_new`.execute(
    ctx.db,
  );
}
