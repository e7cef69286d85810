import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../server/platform/context.ts';

/**
 * Keeps what the invoices of a month take of credits, so that other months take no more than is left. `lines` gives the `user_id` of the
 * bill, the `id` of the redeemed code and the `amount` that its line takes off; `users` are all whose month was written, as ids.
 */
export async function keepSpent(
  ctx: Pick<Context, 'db'>,
  { users, month, lines }: { users: readonly string[]; month: string; lines: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    delete from promo_spent s using promo_use u where u.id = s.use_id and u.user_id = any(${[...users]}::uuid[]) and s.month = ${month}::date`.execute(
    ctx.db,
  );
  await sql`
    insert into promo_spent (use_id, month, amount)
    select line.id, ${month}::date, line.amount from (${lines}) as line
    join promo_use u on u.id = line.id join promo p on p.id = u.promo_id and p.kind = 'credit'`.execute(ctx.db);
}
