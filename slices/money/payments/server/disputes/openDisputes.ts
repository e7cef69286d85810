import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { debtsOf } from '../../../ledger/server/index.ts';

/**
 * SQL: the amounts withdrawn by open disputes, with id, company_id, user_id, currency, and amount.
 */
export const openDisputes: RawBuilder<unknown> = sql`(
  select d.id, o.company_id, o.user_id, o.currency, d.withdrawn as amount
  from payment_dispute d join payment_order o on o.id = d.order_id where d.state = 'open' and d.withdrawn > 0)`;

/** The current states of disputes, by their IDs. */
export async function disputeStates(
  ctx: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{
    id: string;
    state: string;
  }>`select id, state from payment_dispute where id = any(${[...ids]}::uuid[])`.execute(ctx.db);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/**
 * The amount due of each customer excluding disputed amounts, which is the only amount that is
 * auto-charged. Customers with nothing due are omitted.
 */
export async function collectableOf(
  ctx: Pick<Context, 'db'>,
  company: { id: string; currency: string },
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const debts = await debtsOf(ctx, company, userIds);
  const { rows } = await sql<{ userId: string; left: string; isLeft: boolean }>`
    select d.user_id as "userId", trim_scale(owed.amount - sum(d.amount))::text as left, owed.amount > sum(d.amount) as "isLeft"
    from ${openDisputes} d join unnest(${[...debts.keys()]}::uuid[], ${[...debts.values()]}::numeric[]) as owed (user_id, amount) on owed.user_id = d.user_id
    where d.company_id = ${company.id} and d.currency = ${company.currency} group by d.user_id, owed.amount`.execute(
    ctx.db,
  );
  for (const { userId, left, isLeft } of rows) {
    if (isLeft) debts.set(userId, left);
    else debts.delete(userId);
  }
  return debts;
}
