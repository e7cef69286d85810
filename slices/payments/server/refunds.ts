import { sql } from 'kysely';
import { PaymentFailure, type Refund } from '../../../drivers/payment/port.ts';
import type { Context } from '../../../server/platform/context.ts';
import { announce } from '../../../server/platform/events/hub.ts';
import type { MoneyBack } from '../../ledger/server/index.ts';
import { readConnection } from './connections/connections.ts';
import { driverOf } from './connections/drivers.ts';
import { readOrder } from './orders.ts';

/**
 * Sends a posted refund to its source, in the posting transaction: a deposit to its payment method,
 * a charge to the latest payments. Parts not paid through a provider are left for manual transfer.
 * Requires the lock on the customer's account, so that nothing is refunded twice.
 */
export async function sendBack(
  ctx: Context,
  { refundId, depositId, holder, amount, currency }: MoneyBack,
): Promise<void> {
  const now = ctx.clock.now();
  // Newest first, each as far as it goes: what is left of one after the amount before it is met.
  const { rows } = await sql<{ id: string }>`
    with open as (
      select o.id, o.ended_at, o.amount - coalesce((select sum(r.amount) from payment_refund r where r.order_id = o.id and r.state <> 'failed'), 0)
        - coalesce((select sum(d.withdrawn) from payment_dispute d where d.order_id = o.id), 0) as left
      from payment_order o
      where o.company_id = ${holder.company.id} and o.user_id = ${holder.id} and o.currency = ${currency} and o.state = 3 and o.capture is not null
        and (${depositId}::uuid is null or o.transaction_id = ${depositId}::uuid)),
    ordered as (select id, "left", coalesce(sum("left") over (order by ended_at desc, id rows between unbounded preceding and 1 preceding), 0) as before from open where "left" > 0)
    insert into payment_refund (order_id, transaction_id, amount, created_at, look_at)
    select id, ${refundId}, least("left", ${amount}::numeric - before), ${now}, ${now} from ordered where before < ${amount}::numeric
    returning id`.execute(ctx.db);
  ctx.afterCommit(async () => {
    for (const { id } of rows) await pushRefund(ctx, id);
  });
}

/** Asks now; what does not work now is asked again when its time comes. */
async function pushRefund(ctx: Context, refundId: string): Promise<void> {
  try {
    await sendRefund({ ...ctx, db: ctx.services.database.db }, refundId);
  } catch (error) {
    ctx.log.warn({ err: error, refundId }, 'a refund waits');
  }
}

interface Row {
  id: string;
  orderId: string;
  amount: string;
  state: 'waiting' | 'sent' | 'done' | 'failed';
  reference: string | null;
  reason: string;
  looks: number;
}

/**
 * Asks the provider for it, once under its id, or how far it is. Throws `PaymentFailure` when the
 * provider does not say.
 */
export async function sendRefund(ctx: Context, refundId: string): Promise<void> {
  const { rows } = await sql<Row>`
    select r.id, r.order_id as "orderId", trim_scale(r.amount) as amount, r.state, r.reference, t.reason, r.looks
    from payment_refund r join ledger_transaction t on t.id = r.transaction_id where r.id = ${refundId}`.execute(
    ctx.db,
  );
  const [refund] = rows;
  if (!refund || refund.state === 'done' || refund.state === 'failed') return;
  const order = await readOrder(ctx, refund.orderId);
  const connection = await readConnection(ctx, order.connectionId);
  if (!connection || order.capture === null)
    throw new Error(`The refund ${refundId} has nothing to go back by.`);
  const driver = driverOf(ctx, connection);
  const { currency, digits, capture } = order;
  let answer: Refund;
  try {
    answer =
      refund.reference === null
        ? await driver.refund({
            key: refundId,
            capture,
            refundId,
            coin: { amount: refund.amount, currency, digits },
            note: refund.reason,
          })
        : await driver.readRefund(refund.reference);
  } catch (error) {
    if (!(error instanceof PaymentFailure) || error.kind === 'away' || error.kind === 'credentials')
      throw error;
    answer = { reference: refund.reference ?? '', state: 'failed', problem: error.message };
  }
  await keepAnswer(ctx, refund, answer);
  await announce(ctx.db, {
    topic: 'billing',
    id: order.userId,
    siteId: order.siteId,
    ownerId: order.userId,
  });
}

const dayMs = 86_400_000;

async function keepAnswer(
  ctx: Context,
  { id, looks }: Row,
  { reference, state, problem }: Refund,
): Promise<void> {
  const isOver = state !== 'pending';
  const lookAt = isOver
    ? null
    : new Date(ctx.clock.now().getTime() + Math.min(dayMs, 3_600_000 * 2 ** Math.min(looks, 5)));
  await sql`
    update payment_refund set state = ${isOver ? state : 'sent'}, reference = coalesce(nullif(${reference}, ''), reference), problem = ${problem},
      looks = looks + 1, look_at = ${lookAt}
    where id = ${id} and state in ('waiting', 'sent')`.execute(ctx.db);
}
