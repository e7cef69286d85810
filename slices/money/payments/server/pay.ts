import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { lockBillingForUpdate } from '../../billing/server/index.ts';
import { isWithheld } from '../../ledger/server/index.ts';
import type { paymentEndpoints } from '../contract.ts';
import type { Connection } from './connections/connections.ts';
import { toUserError } from './connections/drivers.ts';
import { ownMethod } from './methods/methods.ts';
import { inTransaction, type Order, orderByKey, readOrder } from './orders.ts';
import { cancel } from './settle.ts';
import { continueOrder, insertOrder, plainAmount, requirePaymentSlot } from './start.ts';
import { type Debt, readAmountsDue, recipientsOf } from './unpaid.ts';

type PaymentRequest = z.output<(typeof paymentEndpoints)['payUnpaid']['body']>;
type PaymentAttempt = { orderId: string } | { inTheWay: string };

/**
 * The maximum number of unfinished payment pages to abandon in one call. A higher number means that
 * new ones are being created continuously.
 */
const attempts = 5;

/**
 * Pays open documents: up to a given one including all older ones, or everything due in the
 * currency. The portal calculates the amount and rejects the payment if it differs from the amount
 * shown to the caller. Concurrent or repeated payments charge once: amounts in progress aren't paid
 * again, and an unused payment page is reused or abandoned. Throws the errors of
 * `paymentEndpoints.payUnpaid`.
 */
export async function payOutstanding(
  ctx: SignedInContext,
  request: PaymentRequest,
): Promise<Order> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const recorded = await inTransaction(ctx, (inner) =>
      recordAttempt(inner as SignedInContext, request),
    );
    if ('orderId' in recorded)
      return await continueOrder(ctx, await readOrder(ctx, recorded.orderId));
    await finishOtherOrder(ctx, recorded.inTheWay);
  }
  throw userError('paymentOnItsWay', { amount: request.amount, currency: request.currency });
}

/** Abandons an unused payment page. The next attempt checks its final state. */
async function finishOtherOrder(ctx: Context, orderId: string): Promise<void> {
  const order = await readOrder(ctx, orderId);
  if (order.state !== 1) return;
  await cancel(ctx, order).catch((error: unknown) => {
    throw toUserError(error, order);
  });
}

const fingerprintOf = ({
  companyId,
  documentId,
  amount,
  provider,
  methodId,
  keepsMethod,
}: PaymentRequest): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        'invoice',
        companyId,
        documentId ?? null,
        plainAmount(amount),
        provider,
        methodId ?? null,
        keepsMethod,
      ]),
    )
    .digest();

async function recordAttempt(
  ctx: SignedInContext,
  request: PaymentRequest,
): Promise<PaymentAttempt> {
  const { userId } = ctx.actor;
  // Serializes concurrent payments of the same customer.
  await lockBillingForUpdate(ctx, userId);
  const fingerprint = fingerprintOf(request);
  const key = `own:${request.key}`;
  const earlier = await orderByKey(ctx, userId, key);
  if (earlier) {
    if (!earlier.fingerprint.equals(fingerprint))
      throw userError('paymentKeyReused', { key: request.key }, 'key');
    return { orderId: earlier.id };
  }
  const debt = await debtOf(ctx, request);
  const connection = (await recipientsOf(ctx, debt)).find(
    ({ provider }) => provider === request.provider,
  );
  if (!connection) throw userError('paymentNotConnected', {}, 'provider');
  const method = request.methodId === undefined ? null : await ownMethod(ctx, request.methodId);
  if (method && method.connectionId !== connection.id)
    throw userError('notFound', { what: 'payment method', id: method.id }, 'methodId');
  const amount = await amountOf(ctx, request, debt, connection);
  const keepsMethod = request.keepsMethod && connection.keepsMethods && method === null;
  const open = await openPayment(ctx, userId, request.companyId);
  if (open?.isOnItsWay)
    throw userError('paymentOnItsWay', { amount: open.amount, currency: debt.currency });
  const isSame =
    open &&
    open.connectionId === connection.id &&
    open.amount === amount &&
    open.keepsMethod === keepsMethod &&
    !method;
  if (open) return isSame ? { orderId: open.id } : { inTheWay: open.id };
  await requirePaymentSlot(ctx, userId);
  const orderId = await insertOrder(ctx, {
    ...{
      kind: 'invoice',
      key,
      userId,
      connection,
      methodId: method?.id ?? null,
      amount,
      currency: debt.currency,
      keepsMethod,
      fingerprint,
    },
    documentId: request.documentId ?? null,
  });
  return { orderId };
}

/** The amount due to be paid. Throws `documentPaid`, `documentHeld`, `nothingOwed`, `notFound`. */
async function debtOf(
  ctx: SignedInContext,
  { companyId, documentId, currency }: PaymentRequest,
): Promise<Debt> {
  const { userId } = ctx.actor;
  const debts = (await readAmountsDue(ctx, userId, companyId)).filter(
    (debt) => debt.currency === currency,
  );
  if (documentId === undefined) {
    if (!debts[0]) throw userError('nothingOwed');
    return debts[0];
  }
  const found = debts.find(({ documents }) => documents.some(({ id }) => id === documentId));
  if (found) return found;
  const { rows } = await sql<{ number: string; isHeld: boolean }>`
    select written as number, ${isWithheld('transaction_id')} as "isHeld" from invoice_document where id = ${documentId} and user_id = ${userId} and company_id = ${companyId}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'document', id: documentId }, 'documentId');
  throw userError(
    rows[0].isHeld ? 'documentHeld' : 'documentPaid',
    { number: rows[0].number },
    'documentId',
  );
}

/**
 * The amount to charge: the open amount, limited to the maximum payment. Throws `openAmountChanged`
 * if the caller saw a different amount.
 */
async function amountOf(
  ctx: Context,
  request: PaymentRequest,
  debt: Debt,
  connection: Connection,
): Promise<string> {
  const document = debt.documents.find(({ id }) => id === request.documentId);
  const open = document?.upTo ?? debt.owed;
  const { rows } = await sql<{ isSame: boolean; amount: string }>`
    select ${open}::numeric = ${request.amount}::numeric as "isSame", trim_scale(least(${open}::numeric, ${connection.maxAmount}::numeric))::text as amount`.execute(
    ctx.db,
  );
  if (!rows[0]?.isSame)
    throw userError(
      'openAmountChanged',
      { open, given: request.amount, currency: debt.currency },
      'amount',
    );
  return rows[0].amount;
}

interface OpenPayment {
  id: string;
  connectionId: string;
  amount: string;
  keepsMethod: boolean;
  isOnItsWay: boolean;
}

/** While a page is being created at the provider, other calls neither resume nor abandon it. */
const pageCreationMs = 60_000;

/** An unfinished payment of the amount due: in progress, or an unused payment page. */
async function openPayment(
  ctx: Context,
  userId: string,
  companyId: string,
): Promise<OpenPayment | undefined> {
  const now = ctx.clock.now();
  const { rows } = await sql<OpenPayment>`
    select id, connection_id as "connectionId", trim_scale(amount)::text as amount, keeps_method as "keepsMethod",
      state = 2 or method_id is not null or (reference is null and created_at > ${new Date(now.getTime() - pageCreationMs)}) as "isOnItsWay"
    from payment_order
    where user_id = ${userId} and company_id = ${companyId} and (state = 2 or (state = 1 and (kind <> 'deposit' or method_id is not null)))
    order by "isOnItsWay" desc, created_at desc limit 1`.execute(ctx.db);
  return rows[0];
}
