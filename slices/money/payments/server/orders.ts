import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Language } from '../../../../contract/languages.ts';
import { describeStored } from '../../../../drivers/problem.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { withDb } from '../../../../server/platform/http/callContext.ts';
import {
  type ChargeOrderState,
  chargeOrderMachine,
  titleOf,
} from '../../../people/accounts/server/index.ts';
import type { paymentEndpoints } from '../contract.ts';
import type { Provider } from './connections/connections.ts';
import { describeDisputeReason } from './disputes/disputeReasons.ts';

export type OrderAnswer = z.output<(typeof paymentEndpoints)['getPayment']['answer']>;
export type Attention = 'paidLate' | 'amountDiffers' | 'refundDiffers';

/** A dispute as shown to billing administrators. */
export interface OrderDispute {
  state: 'open' | 'won' | 'lost' | 'closed';
  /** The provider's reason code. */
  reason: string;
  amount: string;
  openedAt: string;
  withdrawn: string;
  fee: string | null;
  dueAt: string | null;
}

/** A payment at a provider, with the data needed to continue it. */
export interface Order {
  id: string;
  companyId: string;
  companyName: string;
  userId: string;
  siteId: string;
  connectionId: string;
  provider: Provider;
  kind: 'deposit' | 'collection' | 'invoice';
  /** The number of the last document that it pays. Null if it pays none or all. */
  documentNumber: string | null;
  methodId: string | null;
  currency: string;
  /** Decimals of the currency. */
  digits: number;
  amount: string;
  keepsMethod: boolean;
  state: ChargeOrderState;
  reference: string | null;
  capture: string | null;
  redirectUrl: string | null;
  fee: string | null;
  providerRefunded: string;
  problem: string;
  attention: Attention | null;
  createdAt: Date;
  expiresAt: Date;
  looks: number;
  refunds: {
    amount: string;
    state: 'waiting' | 'sent' | 'done' | 'failed';
    problem: string;
    isByProvider: boolean;
  }[];
  disputes: OrderDispute[];
}

const columns = sql`
  o.id, o.company_id as "companyId", (select legal_name from company where id = o.company_id) as "companyName", o.user_id as "userId",
  (select site_id from user_account where id = o.user_id) as "siteId", o.connection_id as "connectionId",
  (select provider from payment_connection where id = o.connection_id) as provider, o.kind, o.method_id as "methodId", o.currency,
  (select written from invoice_document where id = o.document_id) as "documentNumber",
  minor_units(o.currency) as digits, trim_scale(o.amount) as amount, o.keeps_method as "keepsMethod", o.state::integer as state, o.reference, o.capture,
  o.redirect_url as "redirectUrl", trim_scale(o.fee) as fee, trim_scale(o.provider_refunded) as "providerRefunded", o.problem, o.attention,
  o.created_at as "createdAt", o.expires_at as "expiresAt", o.looks,
  coalesce((select jsonb_agg(jsonb_build_object('amount', trim_scale(r.amount)::text, 'state', r.state, 'problem', r.problem, 'isByProvider', r.by_provider) order by r.created_at, r.id)
    from payment_refund r where r.order_id = o.id), '[]') as refunds,
  coalesce((select jsonb_agg(jsonb_build_object('state', d.state, 'reason', d.reason, 'amount', trim_scale(d.amount)::text,
    'withdrawn', trim_scale(d.withdrawn)::text, 'fee', trim_scale(d.fee)::text, 'dueAt', to_char(d.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'openedAt', to_char(d.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by d.opened_at, d.reference)
    from payment_dispute d where d.order_id = o.id), '[]') as disputes`;

/** The latest payments of a customer to a company. The transactions list all of them. */
export async function ordersOf(
  ctx: Pick<Context, 'db'>,
  userId: string,
  companyId: string,
  maxOrders: number,
): Promise<Order[]> {
  const { rows } = await sql<Order>`
    select ${columns} from payment_order o where o.user_id = ${userId} and o.company_id = ${companyId}
    order by o.created_at desc, o.id limit ${maxOrders}`.execute(ctx.db);
  return rows;
}

export async function readOrder(ctx: Pick<Context, 'db'>, orderId: string): Promise<Order> {
  const { rows } =
    await sql<Order>`select ${columns} from payment_order o where o.id = ${orderId}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw new Error(`There is no payment ${orderId}.`);
  return rows[0];
}

/** The order, locked until the transaction ends. */
export async function lockOrderForUpdate(
  ctx: Pick<Context, 'db'>,
  orderId: string,
): Promise<Order> {
  await sql`select from payment_order where id = ${orderId} for no key update`.execute(ctx.db);
  return await readOrder(ctx, orderId);
}

/** A payment order of the caller. Throws `notFound` for any other order. */
export async function ownOrder(ctx: SignedInContext, orderId: string): Promise<Order> {
  const { rows } = await sql<Order>`
    select ${columns} from payment_order o where o.id = ${orderId} and o.user_id = ${ctx.actor.userId}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'payment', id: orderId });
  return rows[0];
}

/** The order with this idempotency key. Null if there is none. */
export async function orderByKey(
  ctx: Pick<Context, 'db'>,
  userId: string,
  key: string,
): Promise<{ id: string; fingerprint: Buffer } | null> {
  const { rows } = await sql<{ id: string; fingerprint: Buffer }>`
    select id, fingerprint from payment_order where user_id = ${userId} and idempotency_key = ${key}`.execute(
    ctx.db,
  );
  return rows[0] ?? null;
}

/**
 * The order for any of a provider's identifiers, preferring the portal's own ID. Null if it isn't
 * an order of the portal.
 */
export async function findOrder(
  ctx: Pick<Context, 'db'>,
  connectionId: string,
  {
    orderId,
    reference,
    capture,
  }: { orderId: string | null; reference: string | null; capture: string | null },
): Promise<string | null> {
  const ownOrderId = orderId !== null && uuid.test(orderId) ? orderId : null;
  const { rows } = await sql<{ id: string }>`
    select id from payment_order where connection_id = ${connectionId} and (id = ${ownOrderId}::uuid or reference = ${reference} or capture = ${capture})
    order by id = ${ownOrderId}::uuid desc limit 1`.execute(ctx.db);
  return rows[0]?.id ?? null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The disputes of an order with their reasons as text. */
export const disputesIn = ({ provider, disputes }: Order, language: Language): OrderDispute[] =>
  disputes.map((dispute) => ({
    ...dispute,
    reason: describeDisputeReason(provider, dispute.reason)[language],
  }));

export function present(order: Order, language: Language): OrderAnswer {
  const { id, provider, kind, documentNumber, amount, currency, state, problem, refunds } = order;
  return {
    ...{
      id,
      provider,
      kind,
      documentNumber,
      amount,
      currency,
      state,
      stateTitle: titleOf(chargeOrderMachine, state)[language],
    },
    problem: describeStored(problem)[language],
    // Also used to return and choose another card after a decline.
    redirectUrl:
      state === 1 || (state === 2 && order.capture === null && problem !== '')
        ? order.redirectUrl
        : null,
    ...{ createdAt: order.createdAt.toISOString(), expiresAt: order.expiresAt.toISOString() },
    refunds: refunds.map((refund) => ({
      ...refund,
      problem: describeStored(refund.problem)[language],
    })),
    disputes: disputesIn(order, language).map(
      ({ fee: _fee, dueAt: _dueAt, ...dispute }) => dispute,
    ),
  };
}

/** Runs the work in the context's transaction, or in a new one if there is none. */
export async function inTransaction<T>(
  ctx: Context,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return await work(ctx);
  return await ctx.db.transaction().execute((transaction) => work(withDb(ctx, transaction)));
}
