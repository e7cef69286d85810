import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Payment } from '../../../../drivers/payment/port.ts';
import { problem as problemOf, storedProblem } from '../../../../drivers/problem.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { stopPoint } from '../../../../server/platform/tasks/stopPoints.ts';
import {
  type ChargeOrderEvent,
  type ChargeOrderState,
  chargeOrderMachine,
  next,
} from '../../../people/accounts/server/index.ts';
import { notifyDeposit } from '../../billing/server/index.ts';
import { portalKey, postDeposit } from '../../ledger/server/index.ts';
import { readConnection } from './connections/connections.ts';
import { driverOf } from './connections/drivers.ts';
import { saveMethod } from './methods/methods.ts';
import {
  type Attention,
  inTransaction,
  lockOrderForUpdate,
  type Order,
  readOrder,
} from './orders.ts';
import { postOutsideRefunds } from './refunds/externalRefunds.ts';
import { isStillDue } from './unpaid.ts';

const task = 'payment.settle';

/**
 * Updates a payment to its state at the provider, which is always queried, because event contents
 * are never trusted. Captures approved payments, posts captured ones once, and expires unpaid ones.
 * Idempotent and safe to call concurrently. Throws `PaymentFailure` if the provider doesn't
 * respond.
 */
export async function settle(ctx: Context, orderId: string): Promise<Order> {
  const order = await readOrder(ctx, orderId);
  if (order.reference === null) return order;
  const connection = await readConnection(ctx, order.connectionId);
  if (!connection) throw new Error(`The payment ${orderId} has no connection.`);
  const driver = driverOf(ctx, connection);
  let payment = await driver.read(order.reference);
  const isOpen = order.state < 3;
  // The provider no longer knows the payment, so its state in the portal is kept.
  if (!isOpen && payment.state === 'expired') return order;
  if (isOpen && payment.isCapturable && order.kind === 'invoice' && !(await isStillDue(ctx, order)))
    return await apply(ctx, orderId, {
      ...payment,
      state: 'expired',
      isCapturable: false,
      problem: paidMeanwhile,
    });
  if (isOpen && payment.isCapturable && attentionOf(order, payment) === null) {
    await apply(ctx, orderId, payment);
    stopPoint(task, 'capture', 'before');
    payment = await driver.capture(order.reference);
    stopPoint(task, 'capture', 'after');
  }
  if (isOpen && payment.state === 'created' && order.expiresAt <= ctx.clock.now()) {
    await driver.cancel(order.reference);
    payment = await driver.read(order.reference);
    // Expired by the portal's rules, regardless of its state at the provider.
    if (payment.state === 'created') payment = { ...payment, state: 'expired' };
  }
  const updatedOrder = await apply(ctx, orderId, payment);
  stopPoint(task, 'book', 'after');
  return updatedOrder;
}

/**
 * Shown with the provider's name, because the reason comes from the provider and not from the bank.
 */
const paidMeanwhile = problemOf('paidMeanwhile');

/**
 * Payments with a different amount, currency or order are never posted and require manual review.
 */
function attentionOf(order: Order, payment: Payment): Attention | null {
  if (payment.state === 'expired') return null;
  const matchesOrder =
    payment.orderId === order.id &&
    payment.currency === order.currency &&
    payment.amount === order.amount;
  return matchesOrder ? null : 'amountDiffers';
}

/** Stores the provider's state of the payment, and posts it if it is paid, in one transaction. */
export async function apply(ctx: Context, orderId: string, payment: Payment): Promise<Order> {
  return await inTransaction(ctx, async (inner) => {
    const order = await lockOrderForUpdate(inner, orderId);
    const attention =
      attentionOf(order, payment) ??
      (order.state === 4 && payment.state === 'completed' ? 'paidLate' : null);
    await storeFacts(inner, order, payment, attention);
    if (order.state < 3 && attention === null) await move(inner, order, payment);
    if (payment.refunded !== '0' && payment.currency === order.currency)
      await postOutsideRefunds(inner, order, payment.refunded);
    await announce(inner.db, {
      topic: 'billing',
      id: order.userId,
      siteId: order.siteId,
      ownerId: order.userId,
    });
    return await readOrder(inner, orderId);
  });
}

async function storeFacts(
  ctx: Context,
  order: Order,
  payment: Payment,
  attention: Attention | null,
): Promise<void> {
  if (attention !== null && attention !== order.attention)
    ctx.note({
      targetType: 'payment',
      targetId: order.id,
      detail: { attention, amount: payment.amount, currency: payment.currency },
    });
  await sql`
    update payment_order set reference = coalesce(reference, ${payment.reference}), capture = coalesce(${payment.capture}, capture),
      fee = coalesce(${payment.fee}, fee), provider_refunded = ${payment.refunded}, problem = ${storedProblem(payment.problem)},
      attention = coalesce(${attention}, attention)
    where id = ${order.id}`.execute(ctx.db);
}

const eventsForState: Record<Payment['state'], readonly ChargeOrderEvent[]> = {
  created: [],
  approved: ['approve'],
  completed: ['approve', 'complete'],
  expired: ['expire'],
};

/**
 * Changes the state from 1 to 2 to 3, or to 4. Events of earlier states are ignored, so their order
 * doesn't matter.
 */
async function move(ctx: Context, order: Order, payment: Payment): Promise<void> {
  let { state } = order;
  for (const event of eventsForState[payment.state]) {
    const step = next(chargeOrderMachine, state, event, 'portal');
    if (step.isAllowed) state = step.to;
  }
  if (state === order.state) return;
  const transactionId = state === 3 ? await postPayment(ctx, order) : null;
  if (state === 3 && order.keepsMethod && payment.method)
    await saveMethod(ctx, order, payment.method);
  await end(ctx, order, state, transactionId);
}

/** Stores the final state. `transactionId` is set for completed payments. */
async function end(
  ctx: Context,
  order: Order,
  state: ChargeOrderState,
  transactionId: string | null,
): Promise<void> {
  const isFinal = state === 3 || state === 4;
  await sql`
    update payment_order set state = ${state}, ended_at = ${isFinal ? ctx.clock.now() : null}, transaction_id = ${transactionId},
      look_at = case when ${isFinal} then null else look_at end
    where id = ${order.id}`.execute(ctx.db);
  ctx.note({
    targetType: 'payment',
    targetId: order.id,
    before: { state: order.state },
    after: { state },
  });
}

async function postPayment(ctx: Context, order: Order): Promise<string> {
  const { id, companyId, userId, siteId, amount, currency, provider } = order;
  const holder = { id: userId, siteId, company: { id: companyId, currency } };
  const posted = await postDeposit(ctx, holder, {
    key: portalKey('payment', id),
    amount,
    currency,
    reason: `${reasons[provider]} ${order.reference ?? ''}`,
  });
  await notifyDeposit(ctx, userId, { amount, currency, balance: posted.balance });
  return posted.id;
}

const reasons = { stripe: 'Stripe', paypal: 'PayPal' };

/** Ends a payment that didn't succeed. If money arrives anyway, it requires manual review. */
export async function abandonOrder(
  ctx: Context,
  orderId: string,
  problem: string,
  attention: Attention | null = null,
): Promise<Order> {
  return await inTransaction(ctx, async (inner) => {
    const order = await lockOrderForUpdate(inner, orderId);
    if (order.state >= 3) return order;
    await sql`update payment_order set problem = ${problem}, attention = ${attention} where id = ${orderId}`.execute(
      inner.db,
    );
    await end(inner, order, 4, null);
    await announce(inner.db, {
      topic: 'billing',
      id: order.userId,
      siteId: order.siteId,
      ownerId: order.userId,
    });
    return await readOrder(inner, orderId);
  });
}

/**
 * Cancels a payment for its customer, first at the provider, so that it can't be paid afterwards.
 * Throws `chargeOrderEnded`, `PaymentFailure`.
 */
export async function cancel(ctx: Context, order: Order): Promise<Order> {
  const step = next(chargeOrderMachine, order.state, 'withdraw', 'owner');
  if (!step.isAllowed)
    throw userError('chargeOrderEnded', {
      reference: order.reference ?? order.id,
      problem: step.problem,
    });
  if (order.reference === null) return await abandonOrder(ctx, order.id, '');
  const connection = await readConnection(ctx, order.connectionId);
  if (!connection) throw new Error(`The payment ${order.id} has no connection.`);
  const driver = driverOf(ctx, connection);
  await driver.cancel(order.reference);
  const payment = await driver.read(order.reference);
  // Approved at PayPal but not captured, and it never will be.
  if (payment.state === 'created' || payment.isCapturable)
    return await apply(ctx, order.id, { ...payment, state: 'expired', isCapturable: false });
  return await apply(ctx, order.id, payment);
}
