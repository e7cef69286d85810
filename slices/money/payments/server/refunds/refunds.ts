import { sql } from 'kysely';
import type { Refund } from '../../../../../drivers/payment/port.ts';
import { storedProblem } from '../../../../../drivers/problem.ts';
import { asPortal } from '../../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { outboundType } from '../../../../../server/platform/outbound/outbound.ts';
import { deliverNow } from '../../../../../server/platform/outbound/outboundRunner.ts';
import { queueOutbound } from '../../../../../server/platform/outbound/queue.ts';
import type { IssuedRefund } from '../../../ledger/server/index.ts';
import { readConnection } from '../connections/connections.ts';
import { driverOf } from '../connections/drivers.ts';
import { readOrder } from '../orders.ts';

/** Requests a refund from the provider. The idempotency key is the refund ID. */
export const refundDelivery = outboundType<{ refundId: string }>('payments.refund');

/**
 * Sends a posted refund to its source, in the posting transaction: a deposit to its payment method,
 * a charge to the latest payments. Parts not paid through a provider are left for manual transfer.
 * Requires a lock on the customer's account, so that nothing is refunded twice.
 */
export async function refundToPayer(
  ctx: Context,
  { refundId, depositId, holder, amount, currency }: IssuedRefund,
): Promise<void> {
  const now = ctx.clock.now();
  // Allocates the refund to the newest payments first, up to the remaining amount of each.
  const { rows } = await sql<{ id: string }>`
    with open as (
      select o.id, o.ended_at, o.amount - coalesce((select sum(r.amount) from payment_refund r where r.order_id = o.id and r.state <> 'failed'), 0)
        - coalesce((select sum(d.withdrawn) from payment_dispute d where d.order_id = o.id), 0) as left
      from payment_order o
      where o.company_id = ${holder.company.id} and o.user_id = ${holder.id} and o.currency = ${currency} and o.state = 3 and o.capture is not null
        and (${depositId}::uuid is null or o.transaction_id = ${depositId}::uuid)),
    ordered as (select id, "left", coalesce(sum("left") over (order by ended_at desc, id rows between unbounded preceding and 1 preceding), 0) as before from open where "left" > 0)
    insert into payment_refund (order_id, transaction_id, amount, created_at)
    select id, ${refundId}, least("left", ${amount}::numeric - before), ${now} from ordered where before < ${amount}::numeric
    returning id`.execute(ctx.db);
  const portal = asPortal(ctx, 'deliveries belong to the portal; the payments are the customer’s');
  for (const { id } of rows)
    await queueOutbound(portal, refundDelivery, {
      key: id,
      payload: { refundId: id },
      siteId: holder.siteId,
    });
  // The caller sees the result unless the provider takes too long.
  ctx.afterCommit(async () => {
    for (const { id } of rows) await deliverNow(ctx, refundDelivery, id);
  });
}

/** A refund to the payer. */
export interface RefundRow {
  id: string;
  orderId: string;
  /** Exact decimal text. */
  amount: string;
  state: 'waiting' | 'sent' | 'done' | 'failed';
  reference: string | null;
  reason: string;
  createdAt: Date;
  looks: number;
}

export async function readRefund(ctx: Pick<Context, 'db'>, refundId: string): Promise<RefundRow> {
  const { rows } = await sql<RefundRow>`
    select r.id, r.order_id as "orderId", trim_scale(r.amount) as amount, r.state, r.reference, t.reason, r.created_at as "createdAt", r.looks
    from payment_refund r join ledger_transaction t on t.id = r.transaction_id where r.id = ${refundId}`.execute(
    ctx.db,
  );
  const [refund] = rows;
  if (!refund) throw new Error(`There is no refund ${refundId}.`);
  return refund;
}

/**
 * Reads the state of a refund that the provider has accepted. Throws `PaymentFailure` if the
 * provider doesn't answer.
 */
export async function syncRefund(ctx: Context, refundId: string): Promise<void> {
  const refund = await readRefund(ctx, refundId);
  if (refund.state !== 'sent' || refund.reference === null) return;
  const order = await readOrder(ctx, refund.orderId);
  const connection = await readConnection(ctx, order.connectionId);
  if (!connection) throw new Error(`The refund ${refundId} has nothing to go back by.`);
  await storeAnswer(ctx, refund, await driverOf(ctx, connection).readRefund(refund.reference));
}

const dayMs = 86_400_000;

/** Stores the provider's response and the time of the next check. */
export async function storeAnswer(
  ctx: Context,
  { id, orderId, looks }: RefundRow,
  { reference, state, problem }: Refund,
): Promise<void> {
  const isFinal = state !== 'pending';
  const lookAt = isFinal
    ? null
    : new Date(ctx.clock.now().getTime() + Math.min(dayMs, 3_600_000 * 2 ** Math.min(looks, 5)));
  await sql`
    update payment_refund set state = ${isFinal ? state : 'sent'}, reference = coalesce(nullif(${reference}, ''), reference), problem = ${storedProblem(problem)},
      looks = looks + 1, look_at = ${lookAt}
    where id = ${id} and state in ('waiting', 'sent')`.execute(ctx.db);
  await announceRefund(ctx, orderId);
}

export async function announceRefund(ctx: Context, orderId: string): Promise<void> {
  const { userId, siteId } = await readOrder(ctx, orderId);
  await announce(ctx.db, { topic: 'billing', id: userId, siteId, ownerId: userId });
}
