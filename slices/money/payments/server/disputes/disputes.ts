import { sql } from 'kysely';
import type { Dispute } from '../../../../../drivers/payment/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { portalKey, postDispute, postDisputeReturn } from '../../../ledger/server/index.ts';
import { type Connection, providerTitles, readConnection } from '../connections/connections.ts';
import { driverOf } from '../connections/drivers.ts';
import { notifyDispute } from '../mails.ts';
import { stopForDispute } from '../methods/methods.ts';
import { findOrder, inTransaction, lockOrderForUpdate, type Order } from '../orders.ts';
import { depositOf, holderOf } from '../refunds/externalRefunds.ts';
import { settle } from '../settle.ts';

/** The polling interval for open disputes, because events can be lost. */
const checkIntervalMs = 6 * 3_600_000;

/**
 * Updates a dispute to its state at the provider, and the ledger to the amounts withdrawn or
 * returned. Reads the state while the payment is locked, so that of two concurrent calls the later
 * one reads the later state. Disputes of unknown payments are ignored. Throws `PaymentFailure` if
 * the provider doesn't respond.
 */
export async function syncDispute(
  ctx: Context,
  connection: Connection,
  reference: string,
): Promise<void> {
  const driver = driverOf(ctx, connection);
  const { capture } = await driver.readDispute(reference);
  const orderId =
    capture === null
      ? null
      : await findOrder(ctx, connection.id, { orderId: null, reference: null, capture });
  if (orderId === null) return;
  // The payment must be posted before its refund, regardless of the order of events.
  await settle(ctx, orderId);
  await inTransaction(ctx, async (inner) => {
    const order = await lockOrderForUpdate(inner, orderId);
    await storeDispute(inner, { connection, order, dispute: await driver.readDispute(reference) });
    await announce(inner.db, {
      topic: 'billing',
      id: order.userId,
      siteId: order.siteId,
      ownerId: order.userId,
    });
  });
}

interface DisputeUpdate {
  connection: Connection;
  order: Order;
  dispute: Dispute;
}

interface StoredDispute {
  id: string;
  isNew: boolean;
  withdrawn: string;
  bookings: number;
}

async function storeDispute(ctx: Context, event: DisputeUpdate): Promise<void> {
  const { connection, order, dispute } = event;
  const { reference, state, reason, amount, currency, fee, dueAt } = dispute;
  const now = ctx.clock.now();
  const { rows } = await sql<StoredDispute>`
    insert into payment_dispute as d (connection_id, reference, order_id, state, reason, amount, currency, fee, due_at, opened_at, changed_at, look_at)
    values (${connection.id}, ${reference}, ${order.id}, ${state}, ${reason}, ${amount}, ${currency}, ${fee}, ${dueAt}, ${now}, ${now},
      ${state === 'open' ? new Date(now.getTime() + checkIntervalMs) : null})
    on conflict (connection_id, reference) do update set state = excluded.state, reason = excluded.reason, amount = excluded.amount,
      fee = coalesce(excluded.fee, d.fee), due_at = excluded.due_at, changed_at = excluded.changed_at, look_at = excluded.look_at
    returning id, xmax = 0 as "isNew", trim_scale(withdrawn)::text as withdrawn, bookings`.execute(
    ctx.db,
  );
  const [stored] = rows;
  if (!stored) throw new Error(`The dispute ${reference} was not written.`);
  await postDisputeMoves(ctx, event, stored);
  if (!stored.isNew || state !== 'open') return;
  ctx.note({
    targetType: 'payment',
    targetId: order.id,
    detail: { dispute: reference, reason, amount, currency },
  });
  await stopForDispute(ctx, order);
  await notifyDispute(ctx, order, dispute);
}

/**
 * Posts the amounts that the provider withdrew or returned since the last update. Never more than
 * the payment.
 */
async function postDisputeMoves(
  ctx: Context,
  { order, dispute }: DisputeUpdate,
  stored: StoredDispute,
): Promise<void> {
  const depositId = await depositOf(ctx, order.id);
  if (depositId === null) return;
  if (dispute.currency !== order.currency) {
    await sql`update payment_order set attention = 'amountDiffers' where id = ${order.id}`.execute(
      ctx.db,
    );
    return;
  }
  const { rows } = await sql<{ taken: string; given: string; withdrawn: string }>`
    select trim_scale(greatest(0, w.amount - ${stored.withdrawn}::numeric))::text as taken, trim_scale(greatest(0, ${stored.withdrawn}::numeric - w.amount))::text as given,
      w.amount::text as withdrawn
    from (select least(${dispute.withdrawn}::numeric, ${order.amount}::numeric - coalesce((
      select sum(withdrawn) from payment_dispute where order_id = ${order.id} and id <> ${stored.id}), 0)) as amount) w`.execute(
    ctx.db,
  );
  const { taken = '0', given = '0', withdrawn = '0' } = rows[0] ?? {};
  if (taken === '0' && given === '0') return;
  const entry = {
    ...{
      key: portalKey('dispute', stored.id, stored.bookings),
      depositId,
      currency: order.currency,
    },
    reason: `${providerTitles[order.provider]} ${dispute.reference}`,
  };
  if (taken !== '0') await postDispute(ctx, holderOf(order), { ...entry, amount: taken });
  else await postDisputeReturn(ctx, holderOf(order), { ...entry, amount: given });
  await sql`update payment_dispute set withdrawn = ${withdrawn}, bookings = bookings + 1 where id = ${stored.id}`.execute(
    ctx.db,
  );
}

/** Updates an open dispute by ID. Used for polling, without an event. */
export async function refreshDispute(ctx: Context, disputeId: string): Promise<void> {
  const { rows } = await sql<{ connectionId: string; reference: string }>`
    select connection_id as "connectionId", reference from payment_dispute where id = ${disputeId}`.execute(
    ctx.db,
  );
  const connection = rows[0] && (await readConnection(ctx, rows[0].connectionId));
  if (rows[0] && connection) await syncDispute(ctx, connection, rows[0].reference);
}
