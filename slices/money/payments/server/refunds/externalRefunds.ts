import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  type Holder,
  lockDepositForUpdate,
  portalKey,
  postOutsideRefund,
} from '../../../ledger/server/index.ts';
import type { Order } from '../orders.ts';

/** The customer of the payment, in the currency of the payment. */
export const holderOf = ({ userId, siteId, companyId, currency }: Order): Holder => ({
  ...{ id: userId, siteId },
  company: { id: companyId, currency },
});

/** The deposit in the ledger for a payment. Null if it isn't posted yet. */
export async function depositOf(ctx: Pick<Context, 'db'>, orderId: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string | null;
  }>`select transaction_id as id from payment_order where id = ${orderId}`.execute(ctx.db);
  return rows[0]?.id ?? null;
}

/**
 * Posts refunds made on the provider's own pages, exactly once: the total refunded according to the
 * provider, minus the refunds sent or posted by the portal. If the provider rejected a refund that
 * was then made manually on its pages, the two are matched. Requires a lock on the order. Refunds
 * above the payment amount are left for manual review.
 */
export async function postOutsideRefunds(
  ctx: Context,
  order: Order,
  refunded: string,
): Promise<void> {
  const depositId = await depositOf(ctx, order.id);
  if (depositId === null) return;
  const holder = holderOf(order);
  // Posting a refund locks the account, so all refunds in progress are already stored.
  const { left } = await lockDepositForUpdate(ctx, holder, depositId);
  const rest = await matchRejectedRefund(ctx, order.id, refunded);
  const { rows } = await sql<{ amount: string; isLess: boolean; count: number }>`
    select trim_scale(least(${rest}::numeric, ${left}::numeric))::text as amount, ${left}::numeric < ${rest}::numeric as "isLess",
      (select count(*)::integer from payment_refund where order_id = ${order.id} and by_provider) as count`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (!found) return;
  if (found.isLess)
    await sql`update payment_order set attention = 'refundDiffers' where id = ${order.id}`.execute(
      ctx.db,
    );
  if (found.amount === '0') return;
  const { currency, provider, reference } = order;
  const posted = await postOutsideRefund(ctx, holder, {
    ...{
      key: portalKey('outsideRefund', order.id, found.count),
      depositId,
      amount: found.amount,
      currency,
    },
    reason: `${{ stripe: 'Stripe', paypal: 'PayPal' }[provider]} ${reference ?? ''}`,
  });
  await sql`
    insert into payment_refund (order_id, transaction_id, amount, state, by_provider, created_at)
    values (${order.id}, ${posted.id}, ${found.amount}, 'done', true, ${ctx.clock.now()})`.execute(
    ctx.db,
  );
}

/** Matches external refunds with rejected refunds of the portal. Returns the unmatched amount. */
async function matchRejectedRefund(
  ctx: Context,
  orderId: string,
  refunded: string,
): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ rest: string; id: string | null }>`
      with told as (
        select greatest(0, ${refunded}::numeric - coalesce(sum(amount) filter (where state <> 'failed'), 0)) as rest
        from payment_refund where order_id = ${orderId})
      select trim_scale(told.rest)::text as rest, (
        select r.id from payment_refund r where r.order_id = ${orderId} and r.state = 'failed' and r.amount <= told.rest
        order by r.amount = told.rest desc, r.created_at, r.id limit 1) as id
      from told`.execute(ctx.db);
    const { rest = '0', id = null } = rows[0] ?? {};
    if (id === null) return rest;
    await sql`update payment_refund set state = 'done', problem = '' where id = ${id}`.execute(
      ctx.db,
    );
  }
}
