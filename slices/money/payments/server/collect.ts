import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import {
  describeStored,
  problem as problemOf,
  storedProblem,
} from '../../../../drivers/problem.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { lockBillingForUpdate } from '../../billing/server/index.ts';
import { localize } from '../texts/localize.ts';
import { connectionsOf, readConnection } from './connections/connections.ts';
import { collectableOf } from './disputes/openDisputes.ts';
import { notifyDeclined } from './mails.ts';
import { disputed, type Method, methodsOf } from './methods/methods.ts';
import { inTransaction, type Order, orderByKey, readOrder } from './orders.ts';
import { continueOrder, insertOrder } from './start.ts';

/** A customer of a company, as needed for auto-charge. */
interface Debtor {
  id: string;
  company: { id: string; currency: string };
}

/**
 * Charges a customer's amount due to the saved default method, provided that the company uses
 * auto-charge, the customer pays by card, and the method was not declined before or
 * `retriesDeclined` is set. Excludes disputed amounts. Limited to the company's maximum payment.
 * Throws `paymentMethodUnusable`, `paymentKeyReused` and provider errors.
 */
export async function collectDebt(
  ctx: Context,
  debtor: Debtor,
  key: string,
  retriesDeclined = false,
): Promise<Order> {
  const orderId = await inTransaction(ctx, (inner) =>
    recordOrder(inner, debtor, key, retriesDeclined),
  );
  const before = await readOrder(ctx, orderId);
  const order = await continueOrder(ctx, before);
  if (before.state < 4 && order.state === 4) await stopCharging(ctx, order);
  return order;
}

async function recordOrder(
  ctx: Context,
  { id, company }: Debtor,
  key: string,
  retriesDeclined: boolean,
): Promise<string> {
  await lockBillingForUpdate(ctx, id);
  const fingerprint = createHash('sha256').update(`collect ${company.id}`).digest();
  const earlier = await orderByKey(ctx, id, key);
  if (earlier) {
    if (!earlier.fingerprint.equals(fingerprint))
      throw userError('paymentKeyReused', { key }, 'key');
    return earlier.id;
  }
  const { method, problem } = await chargeTarget(ctx, id, company.id, retriesDeclined);
  if (!method) throw unusable(problem);
  const connection = await readConnection(ctx, method.connectionId);
  if (!connection) throw new Error(`The payment method ${method.id} has no connection.`);
  const amountDue = (await collectableOf(ctx, company, [id])).get(id);
  if (amountDue === undefined) throw unusable(problems.owesNothing);
  await requireNoOpenPayment(ctx, id, company.id);
  const { rows } = await sql<{ amount: string }>`
    select trim_scale(least(${amountDue}::numeric, ${connection.maxAmount}::numeric)) as amount`.execute(
    ctx.db,
  );
  const amount = rows[0]?.amount ?? amountDue;
  const { currency } = company;
  return await insertOrder(ctx, {
    ...{
      kind: 'collection',
      key,
      userId: id,
      connection,
      methodId: method.id,
      amount,
      currency,
      keepsMethod: false,
      fingerprint,
    },
  });
}

/** Throws if a payment is in progress, so that the amount isn't charged twice. */
async function requireNoOpenPayment(
  ctx: Context,
  userId: string,
  companyId: string,
): Promise<void> {
  const { rows } = await sql`
    select from payment_order where user_id = ${userId} and company_id = ${companyId}
      and (state = 2 or (state = 1 and (kind = 'collection' or (kind = 'invoice' and method_id is not null)))) limit 1`.execute(
    ctx.db,
  );
  if (rows.length > 0) throw unusable(problems.onItsWay);
}

type ChargeTarget = { method: Method; problem: null } | { method: null; problem: LocalizedText };

async function chargeTarget(
  ctx: Pick<Context, 'db' | 'language'>,
  userId: string,
  companyId: string,
  retriesDeclined: boolean,
): Promise<ChargeTarget> {
  const notChargeable = (problem: LocalizedText): ChargeTarget => ({ method: null, problem });
  const account = await ctx.db
    .selectFrom('user_account')
    .select('payment_type')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (account.payment_type === 'Deposit') return notChargeable(problems.byDeposit);
  const method = (await methodsOf(ctx, userId, companyId)).find(({ isDefault }) => isDefault);
  if (!method) return notChargeable(problems.nothingKept);
  const connection = (await connectionsOf(ctx, companyId)).find(
    ({ id }) => id === method.connectionId,
  );
  if (!connection?.isOn || !connection.chargesSaved) return notChargeable(problems.notAllowed);
  const isDisputed = method.problem === disputed;
  if (method.problem !== '' && (isDisputed || !retriesDeclined))
    return notChargeable(describeStored(method.problem));
  return { method, problem: null };
}

/** The payment requested with a key, even if its response was lost. Null if there is none. */
export async function findCollection(
  ctx: Pick<Context, 'db'>,
  userId: string,
  key: string,
): Promise<Order | null> {
  const found = await orderByKey(ctx, userId, key);
  return found && (await readOrder(ctx, found.id));
}

/**
 * Why the customer's saved method can't be charged, not counting an earlier decline. Null if it can
 * be tried.
 */
export async function retryProblem(
  ctx: Pick<Context, 'db' | 'language'>,
  userId: string,
  company: { id: string; currency: string },
  currency: string,
): Promise<LocalizedText | null> {
  if (currency !== company.currency) return problems.otherCurrency;
  return (await chargeTarget(ctx, userId, company.id, true)).problem;
}

/**
 * Stops auto-charge, because a declined card isn't retried automatically. The customer is notified,
 * and a manual payment or another method resumes auto-charge.
 */
async function stopCharging(ctx: Context, order: Order): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { rows } = await sql`
      update payment_method set problem = ${order.problem || storedProblem(problemOf('declined'))} where id = ${order.methodId} and problem = '' returning id`.execute(
      inner.db,
    );
    if (rows.length > 0) await notifyDeclined(inner, order);
  });
}

/**
 * The customers who can be charged now, in batches, one company at a time. Each customer is charged
 * at most once a day.
 */
export async function debtorsToCollect(
  ctx: Pick<Context, 'db' | 'clock'>,
): Promise<(Debtor & { owed: string })[]> {
  const dayBefore = new Date(ctx.clock.now().getTime() - 86_400_000);
  const { rows: companies } = await sql<{ id: string; currency: string; userIds: string[] }>`
    select co.id, co.currency, array_agg(m.user_id) as "userIds"
    from payment_method m join payment_connection c on c.id = m.connection_id join company co on co.id = c.company_id join user_account u on u.id = m.user_id
    where m.is_default and m.removed_at is null and m.problem = '' and c.is_on and c.charges_saved and u.deleted_at is null and u.payment_type <> 'Deposit'
      and not exists (select from payment_order o where o.user_id = m.user_id and o.kind = 'collection' and (o.created_at > ${dayBefore} or o.state in (1, 2)))
    group by co.id, co.currency`.execute(ctx.db);
  const found: (Debtor & { owed: string })[] = [];
  for (const { id, currency, userIds } of companies)
    for (const [userId, amountDue] of await collectableOf(ctx, { id, currency }, userIds))
      found.push({ id: userId, company: { id, currency }, owed: amountDue });
  return found;
}

const unusable = (problem: LocalizedText) => userError('paymentMethodUnusable', { problem });
/** Shown to both the customer and the seller. */
const problems = {
  byDeposit: localize('problems.byDeposit'),
  nothingKept: localize('problems.nothingKept'),
  notAllowed: localize('problems.notAllowed'),
  owesNothing: localize('problems.owesNothing'),
  otherCurrency: localize('problems.otherCurrency'),
  onItsWay: localize('problems.onItsWay'),
};
