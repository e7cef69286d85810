import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import { PaymentFailure, type Refund } from '../../../../../drivers/payment/port.ts';
import { describeProblem, sentence, storedProblem } from '../../../../../drivers/problem.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  defineOutbound,
  type OutboundStatus,
  type Receipt,
} from '../../../../../server/platform/outbound/outbound.ts';
import { OutboundFailure } from '../../../../../server/platform/outbound/outboundFailure.ts';
import { localize } from '../../texts/localize.ts';
import { type Connection, providerTitles, readConnection } from '../connections/connections.ts';
import { driverOf } from '../connections/drivers.ts';
import { type Order, readOrder } from '../orders.ts';
import {
  announceRefund,
  type RefundRow,
  readRefund,
  refundDelivery,
  storeAnswer,
} from './refunds.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Payload = { refundId: string };
interface Route {
  connection: Connection;
  order: Order;
  refund: RefundRow;
}
type RefundReceipt = Receipt & { answer: Refund };

/**
 * Refunds through the provider that received the payment. Rejected refunds must be paid manually.
 */
export const refunds = defineOutbound({
  type: refundDelivery,
  title: localize('refunds'),
  retry: {
    pausesMs: [2, 4, 8, 16, 32, 64, 128, 256].map((minutes) => minutes * minute).concat(6 * hour),
    limitMs: 30 * day,
  },
  breaker: { failures: 3, restMs: 30_000, maxRestMs: 10 * minute },
  leaseMs: 5 * minute,
  parallel: 4,
  async destination(ctx, { refundId }: Payload) {
    const refund = await readRefund(ctx, refundId);
    const order = await readOrder(ctx, refund.orderId);
    const connection = await readConnection(ctx, order.connectionId);
    if (!connection) return null;
    const route: Route = { connection, order, refund };
    return { key: connection.id, title: providerTitles[connection.provider], route };
  },
  send: async (ctx, _payload, { route }): Promise<RefundReceipt> => ({
    answer: await requestRefund(ctx, route),
  }),
  onChange: recordChange,
  requireRetryable,
  async display(ctx, { refundId }) {
    const { amount, orderId } = await readRefund(ctx, refundId);
    const { companyName, currency } = await readOrder(ctx, orderId);
    return [
      { title: localize('refunds.company'), value: companyName },
      { title: localize('refunds.amount'), value: `${amount} ${currency}` },
    ];
  },
});

/**
 * Requests the refund. The provider refunds once regardless of repeated requests. A rejection is a
 * valid response. Only failures of the provider or the connection are retried.
 */
async function requestRefund(ctx: Context, { connection, order, refund }: Route): Promise<Refund> {
  const { capture, reference, currency, digits } = order;
  if (capture === null || reference === null)
    throw new Error(`The refund ${refund.id} has nothing to go back by.`);
  try {
    return await driverOf(ctx, connection).refund({
      key: refund.id,
      since: refund.createdAt,
      reference,
      capture,
      refundId: refund.id,
      coin: { amount: refund.amount, currency, digits },
      note: refund.reason,
    });
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    if (error.kind !== 'away' && error.kind !== 'credentials')
      return { reference: '', state: 'failed', problem: error.problem };
    throw new OutboundFailure('unavailable', describeProblem(error.problem), { cause: error });
  }
}

/**
 * Records the state of a refund. An abandoned refund must be paid manually, like one that the
 * provider rejected.
 */
async function recordChange(
  ctx: Context,
  { refundId }: Payload,
  { state, reason }: OutboundStatus,
  receipt: RefundReceipt | null,
): Promise<void> {
  const refund = await readRefund(ctx, refundId);
  if (receipt) return await storeAnswer(ctx, refund, receipt.answer);
  const [from, to] = state === 'failed' ? ['waiting', 'failed'] : ['failed', 'waiting'];
  const problem = storedProblem(state === 'failed' && reason ? sentence(reason) : null);
  await sql`
    update payment_refund set state = ${to}, problem = ${problem}
    where id = ${refundId} and state = ${from} and reference is null`.execute(ctx.db);
  await announceRefund(ctx, refund.orderId);
}

/** The money may have been refunded in another way in the meantime. Throws `refundOver`. */
async function requireRetryable(ctx: Context, { refundId }: Payload): Promise<void> {
  const { rows } = await sql`
    select from payment_refund r join payment_order o on o.id = r.order_id
    where r.id = ${refundId} and r.state in ('waiting', 'failed') and r.reference is null
      and (select coalesce(sum(other.amount), 0) from payment_refund other where other.order_id = o.id and other.id <> r.id and other.state <> 'failed') + r.amount <= o.amount
    for update of r, o`.execute(ctx.db);
  if (rows.length === 0) throw userError('refundOver');
}
