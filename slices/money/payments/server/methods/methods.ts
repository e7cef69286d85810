import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Language } from '../../../../../contract/languages.ts';
import { PaymentFailure, type SavedMethod } from '../../../../../drivers/payment/port.ts';
import {
  describeStored,
  problem as problemOf,
  storedProblem,
} from '../../../../../drivers/problem.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { lockBillingForUpdate } from '../../../billing/server/index.ts';
import { type Provider, readConnection } from '../connections/connections.ts';
import { driverOf, toUserError } from '../connections/drivers.ts';
import { inTransaction, type Order } from '../orders.ts';

/** A customer's saved payment method at a provider. */
export interface Method {
  id: string;
  connectionId: string;
  provider: Provider;
  token: string;
  customer: string;
  label: string;
  expires: string;
  isDefault: boolean;
  problem: string;
}

const columns = sql`
  m.id, m.connection_id as "connectionId", (select provider from payment_connection where id = m.connection_id) as provider, m.token, m.customer, m.label,
  m.expires, m.is_default as "isDefault", m.problem`;

/** A customer's saved methods at a company's providers, default first. */
export async function methodsOf(
  ctx: Pick<Context, 'db'>,
  userId: string,
  companyId: string,
): Promise<Method[]> {
  const { rows } = await sql<Method>`
    select ${columns} from payment_method m join payment_connection c on c.id = m.connection_id
    where m.user_id = ${userId} and c.company_id = ${companyId} and m.removed_at is null
    order by m.is_default desc, m.created_at, m.id`.execute(ctx.db);
  return rows;
}

export const presentMethod = (
  { id, provider, label, expires, isDefault, problem }: Method,
  language: Language,
) => ({
  ...{ id, provider, label, expires, isDefault, problem: describeStored(problem)[language] },
});

export async function readMethod(ctx: Pick<Context, 'db'>, methodId: string): Promise<Method> {
  const { rows } =
    await sql<Method>`select ${columns} from payment_method m where m.id = ${methodId}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw new Error(`There is no payment method ${methodId}.`);
  return rows[0];
}

/** A saved method of the caller. Throws `notFound`. */
export async function ownMethod(ctx: SignedInContext, methodId: string): Promise<Method> {
  const { rows } = await sql<Method>`
    select ${columns} from payment_method m where m.id = ${methodId} and m.user_id = ${ctx.actor.userId} and m.removed_at is null`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'payment method', id: methodId }, 'methodId');
  return rows[0];
}

/** The customer ID at the provider. Null if there is none yet. */
export async function findProviderCustomer(
  ctx: Pick<Context, 'db'>,
  connectionId: string,
  userId: string,
): Promise<string | null> {
  const { rows } = await sql<{ customer: string }>`
    select customer from payment_method where connection_id = ${connectionId} and user_id = ${userId} and customer <> ''
    order by created_at desc limit 1`.execute(ctx.db);
  return rows[0]?.customer ?? null;
}

/** The stored problem of a method whose payment was disputed. */
export const disputed = storedProblem(problemOf('disputed'));

/**
 * Stops auto-charge after the payer disputed a payment, until the payer selects the method again.
 */
export const stopForDispute = (ctx: Pick<Context, 'db'>, { connectionId, userId }: Order) =>
  sql`update payment_method set problem = ${disputed} where connection_id = ${connectionId} and user_id = ${userId} and removed_at is null`.execute(
    ctx.db,
  );

/**
 * Saves a method. The customer's first one becomes the default. Saving an existing one again clears
 * its problem.
 */
export async function saveMethod(
  ctx: Context,
  { connectionId, userId }: Order,
  method: SavedMethod,
): Promise<void> {
  await lockBillingForUpdate(ctx, userId);
  const { token, customer, kind, label, expires } = method;
  await sql`
    insert into payment_method (connection_id, user_id, kind, token, customer, label, expires, created_at, is_default)
    values (${connectionId}, ${userId}, ${kind}, ${token}, ${customer}, ${label}, ${expires}, ${ctx.clock.now()},
      not exists (select from payment_method where user_id = ${userId} and is_default and removed_at is null))
    on conflict (connection_id, token) do update set removed_at = null, problem = '', label = excluded.label, expires = excluded.expires
      where payment_method.user_id = excluded.user_id`.execute(ctx.db);
}

export async function setDefault(ctx: SignedInContext, methodId: string): Promise<void> {
  const { userId, siteId } = ctx.actor;
  await lockBillingForUpdate(ctx, userId);
  await ownMethod(ctx, methodId);
  await sql`update payment_method set is_default = false where user_id = ${userId} and is_default`.execute(
    ctx.db,
  );
  // Selecting the method again allows another attempt.
  await sql`update payment_method set is_default = true, problem = '' where id = ${methodId}`.execute(
    ctx.db,
  );
  ctx.note({ targetType: 'paymentMethod', targetId: methodId, after: { isDefault: true } });
  await announce(ctx.db, { topic: 'billing', id: userId, siteId, ownerId: userId });
}

/**
 * Deletes the method at the provider first. A method unknown to the provider is deleted here too.
 * If the provider is unreachable the method is kept, and the customer can try again.
 */
export async function removeMethod(ctx: SignedInContext, methodId: string): Promise<void> {
  const { userId, siteId } = ctx.actor;
  const method = await ownMethod(ctx, methodId);
  const connection = await readConnection(ctx, method.connectionId);
  if (!connection) throw new Error(`The payment method ${methodId} has no connection.`);
  await driverOf(ctx, connection)
    .forgetMethod(method.token)
    .catch((error: unknown) => {
      // Withdrawing consent always works, even if the provider no longer knows the method or
      // rejects the seller's keys.
      if (!(error instanceof PaymentFailure) || error.kind === 'away')
        throw toUserError(error, connection);
    });
  await inTransaction(ctx, async (inner) => {
    await lockBillingForUpdate(inner, userId);
    await sql`update payment_method set removed_at = ${ctx.clock.now()}, is_default = false where id = ${methodId}`.execute(
      inner.db,
    );
    await sql`
      update payment_method set is_default = true where id = (
        select id from payment_method where user_id = ${userId} and removed_at is null order by created_at desc, id limit 1)
      and not exists (select from payment_method where user_id = ${userId} and is_default and removed_at is null)`.execute(
      inner.db,
    );
    ctx.note({
      targetType: 'paymentMethod',
      targetId: methodId,
      before: { label: method.label },
      after: null,
    });
    await announce(inner.db, { topic: 'billing', id: userId, siteId, ownerId: userId });
  });
}
