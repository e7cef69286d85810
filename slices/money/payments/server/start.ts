import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { PaymentFailure } from '../../../../drivers/payment/port.ts';
import { storedProblem } from '../../../../drivers/problem.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { stopPoint } from '../../../../server/platform/tasks/stopPoints.ts';
import {
  lockBillingForUpdate,
  minimumDeposit,
  requireCharged,
  requireProfile,
} from '../../billing/server/index.ts';
import {
  type Company,
  checkMinorUnits,
  companyOfSite,
  lockCompanyCurrency,
} from '../../companies/server/index.ts';
import {
  type Connection,
  connectionsOf,
  type Provider,
  readConnection,
} from './connections/connections.ts';
import { driverOf, toUserError } from './connections/drivers.ts';
import { findProviderCustomer, type Method, ownMethod, readMethod } from './methods/methods.ts';
import { inTransaction, type Order, orderByKey, readOrder } from './orders.ts';
import { abandonOrder, apply } from './settle.ts';

/** The maximum number of unfinished payments per customer. */
const maxOpen = 10;
/**
 * The maximum payment duration, in milliseconds. PayPal keeps an order for three hours, and Stripe
 * keeps a page for 30 minutes to a day.
 */
const openMs = { stripe: 3_600_000, paypal: 3 * 3_600_000 };
/** The delay before a started payment is first checked, in milliseconds. */
export const firstCheckMs = 120_000;

export interface PaymentRequest {
  key: string;
  provider: Provider;
  amount: string;
  currency: string;
  keepsMethod: boolean;
  methodId?: string | undefined;
}

/** Normalizes an amount: `10`, `10.0` and `010` are equal. */
export const plainAmount = (amount: string): string => {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${BigInt(whole)}.${fraction.replace(/0+$/, '')}`;
};

const fingerprintOf = ({
  provider,
  amount,
  currency,
  keepsMethod,
  methodId,
}: Omit<PaymentRequest, 'key'>): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([provider, plainAmount(amount), currency, keepsMethod, methodId ?? null]),
    )
    .digest();

/**
 * Starts a payment in the seller's currency. The order is stored first and sent to the provider
 * under its ID, so that an interrupted start can be repeated. Throws the errors listed at
 * `paymentEndpoints.startPayment`.
 */
export async function startPayment(ctx: SignedInContext, request: PaymentRequest): Promise<Order> {
  const orderId = await inTransaction(
    ctx,
    async (inner) => await recordOrder(inner as SignedInContext, request),
  );
  return await continueOrder(ctx, await readOrder(ctx, orderId));
}

async function recordOrder(ctx: SignedInContext, request: PaymentRequest): Promise<string> {
  const { userId } = ctx.actor;
  // Concurrent requests can't exceed the limit together or start one payment twice.
  await lockBillingForUpdate(ctx, userId);
  const fingerprint = fingerprintOf(request);
  // Other code that creates payments for the customer uses separate key prefixes.
  const key = `own:${request.key}`;
  const earlier = await orderByKey(ctx, userId, key);
  if (earlier) {
    if (!earlier.fingerprint.equals(fingerprint))
      throw userError('paymentKeyReused', { key: request.key }, 'key');
    return earlier.id;
  }
  const { company: seller, connections } = await requirePayableCompany(ctx);
  const company = await lockCompanyCurrency(ctx, seller);
  const connection = connections.find(({ provider }) => provider === request.provider);
  if (!connection) throw userError('paymentNotConnected', {}, 'provider');
  await checkAmount(ctx, company, connection, request);
  const method = request.methodId === undefined ? null : await ownMethod(ctx, request.methodId);
  if (method && method.connectionId !== connection.id)
    throw userError('notFound', { what: 'payment method', id: method.id }, 'methodId');
  await requirePaymentSlot(ctx, userId);
  const keepsMethod = request.keepsMethod && connection.keepsMethods && method === null;
  return await insertOrder(ctx, {
    ...request,
    key,
    keepsMethod,
    kind: 'deposit',
    userId,
    connection,
    fingerprint,
    methodId: method?.id ?? null,
  });
}

/**
 * The company that the signed-in user pays, and its connections to providers. Throws
 * `companyMissing`, `paidByOther`, `paymentNotConnected`, `billingProfileNeeded`.
 */
export async function requirePayableCompany(
  ctx: SignedInContext,
): Promise<{ company: Company; connections: Connection[] }> {
  const company = await companyOfSite(ctx, ctx.actor.siteId);
  if (!company) throw userError('companyMissing');
  await requireCharged(ctx, ctx.actor.userId);
  const connections = (await connectionsOf(ctx, company.id)).filter(({ isOn }) => isOn);
  if (connections.length === 0) throw userError('paymentNotConnected');
  await requireProfile(ctx);
  return { company, connections };
}

async function checkAmount(
  ctx: SignedInContext,
  company: Company,
  connection: Connection,
  request: PaymentRequest,
): Promise<void> {
  if (request.currency !== company.currency)
    throw userError(
      'currencyForeign',
      { wanted: company.currency, given: request.currency },
      'currency',
    );
  await checkMinorUnits(ctx, request, 'amount');
  const minimum = await minimumDeposit(ctx, ctx.actor.userId, company);
  const { rows } = await sql<{ isEnough: boolean; isTooMuch: boolean }>`
    select ${request.amount}::numeric >= ${minimum}::numeric as "isEnough",
      ${request.amount}::numeric > ${connection.maxAmount}::numeric as "isTooMuch"`.execute(ctx.db);
  const { currency } = company;
  if (!rows[0]?.isEnough) throw userError('depositBelowMinimum', { minimum, currency }, 'amount');
  if (rows[0].isTooMuch)
    throw userError('depositAboveMaximum', { maximum: connection.maxAmount, currency }, 'amount');
}

export async function requirePaymentSlot(ctx: Pick<Context, 'db'>, userId: string): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from payment_order where user_id = ${userId} and state in (1, 2)`.execute(
    ctx.db,
  );
  if ((rows[0]?.open ?? 0) >= maxOpen) throw userError('paymentOrderLimit', { max: maxOpen });
}

interface NewOrder {
  kind: 'deposit' | 'collection' | 'invoice';
  key: string;
  userId: string;
  connection: Connection;
  methodId: string | null;
  amount: string;
  currency: string;
  keepsMethod: boolean;
  fingerprint: Buffer;
  /** The last document to pay. Omitted if it pays none or all. */
  documentId?: string | null;
}

export async function insertOrder(ctx: Context, order: NewOrder): Promise<string> {
  const { connection, userId, kind, methodId, currency, amount } = order;
  const now = ctx.clock.now().getTime();
  const { rows } = await sql<{ id: string }>`
    insert into payment_order (company_id, user_id, connection_id, kind, method_id, currency, amount, keeps_method, idempotency_key, fingerprint,
      created_at, expires_at, look_at, document_id)
    values (${connection.companyId}, ${userId}, ${connection.id}, ${kind}, ${methodId}, ${currency}, ${amount}, ${order.keepsMethod}, ${order.key},
      ${order.fingerprint}, ${new Date(now)}, ${new Date(now + openMs[connection.provider])}, ${new Date(now + firstCheckMs)}, ${order.documentId ?? null})
    returning id`.execute(ctx.db);
  const id = rows[0]?.id ?? '';
  ctx.note({
    targetType: 'payment',
    targetId: id,
    after: { provider: connection.provider, kind, amount, currency },
  });
  return id;
}

/**
 * Starts the payment at the provider, or resumes an interrupted start. Takes effect only once.
 * Throws `paymentProviderAway`, `paymentProviderRefused`.
 */
export async function continueOrder(ctx: Context, order: Order): Promise<Order> {
  if (order.reference !== null || order.state !== 1) return order;
  const connection = await readConnection(ctx, order.connectionId);
  if (!connection) throw new Error(`The payment ${order.id} has no connection.`);
  try {
    return order.methodId === null
      ? await redirect(ctx, order, connection)
      : await chargeSavedMethod(ctx, order, connection, order.methodId);
  } catch (error) {
    if (!(error instanceof PaymentFailure) || error.kind === 'away')
      throw toUserError(error, connection);
    await abandonOrder(ctx, order.id, storedProblem(error.problem));
    throw toUserError(error, connection);
  }
}

const describe = ({ companyName }: Order): string => companyName.slice(0, 120);

async function redirect(ctx: Context, order: Order, connection: Connection): Promise<Order> {
  const site = order.siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, order.siteId);
  const returnUrl = `${siteAddress({ ...ctx, site })}/paymentAuthorization/${order.id}`;
  const { id, amount, currency, digits, expiresAt, keepsMethod } = order;
  const createdOrder = await driverOf(ctx, connection).createOrder({
    ...{
      key: id,
      orderId: id,
      coin: { amount, currency, digits },
      description: describe(order),
      expiresAt,
      keepsMethod,
    },
    ...{ returnUrl: returnUrl, cancelUrl: `${returnUrl}?cancelled=1`, language: ctx.language },
    customer: keepsMethod ? await findProviderCustomer(ctx, connection.id, order.userId) : null,
  });
  await sql`
    update payment_order set reference = ${createdOrder.reference}, redirect_url = ${createdOrder.redirectUrl} where id = ${id} and reference is null`.execute(
    ctx.db,
  );
  return await readOrder(ctx, id);
}

/**
 * Charges a saved method. A declined charge isn't retried, and it is canceled so that it can't
 * succeed later.
 */
async function chargeSavedMethod(
  ctx: Context,
  order: Order,
  connection: Connection,
  methodId: string,
): Promise<Order> {
  const driver = driverOf(ctx, connection);
  const method: Method = await readMethod(ctx, methodId);
  const { id, amount, currency, digits } = order;
  try {
    stopPoint('payment.charge', 'charge', 'before');
    const payment = await driver.chargeSaved({
      key: id,
      since: order.createdAt,
      orderId: id,
      coin: { amount, currency, digits },
      description: describe(order),
      method,
    });
    stopPoint('payment.charge', 'charge', 'after');
    return await apply(ctx, id, payment);
  } catch (error) {
    if (!(error instanceof PaymentFailure) || error.kind === 'away' || error.kind === 'credentials')
      throw error;
    if (error.reference !== null) {
      await sql`update payment_order set reference = ${error.reference} where id = ${id} and reference is null`.execute(
        ctx.db,
      );
      await driver.cancel(error.reference);
    }
    // An earlier request was paid, but its response was lost.
    return await abandonOrder(
      ctx,
      id,
      storedProblem(error.problem),
      error.kind === 'paid' ? 'paidLate' : null,
    );
  }
}
