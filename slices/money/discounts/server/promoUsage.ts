import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';

/**
 * Records the credit used by the invoices of a month, so that other months use only the rest.
 * `lines` contains the `user_id` of the bill, the `id` of the redeemed code and the `amount` of the
 * reduction. `users` are the IDs of all accounts whose month was saved.
 */
export async function storePromoUsage(
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
    join promo_use u on u.id = line.id join promo p on p.id = u.promo_id and p.kind = 'credit'`.execute(
    ctx.db,
  );
}

/**
 * The available credit of redeemed codes in a month, minus the amounts used by months that aren't
 * recalculated. Returns `payer_id`, `id` of the redeemed code, `currency` and `amount`, before tax.
 * `payers` contains `payer_id`, `company_id`, the first day of its `month`, and `open`, the first
 * days of the months that the caller recalculates.
 */
export const remainingCredits = (payers: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select b.payer_id, u.id, p.currency,
    p.value - coalesce((select sum(s.amount) from promo_spent s where s.use_id = u.id and s.month <> all(b.open)), 0) as amount
  from (${payers}) as b join promo_use u on u.user_id = b.payer_id join promo p on p.id = u.promo_id and p.company_id = b.company_id and p.kind = 'credit'
  where u.withdrawn_at is null and u.from_month <= b.month and u.to_month >= b.month`;
