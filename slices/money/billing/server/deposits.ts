import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { UserError, userError } from '../../../../contract/errors/errors.ts';
import type { Language } from '../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { readInOneStatement } from '../../../../server/platform/database/selectTogether.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import {
  type ChargeOrderEvent,
  type ChargeOrderState,
  chargeOrderMachine,
  next,
  type TransitionActor,
  titleOf,
} from '../../../people/accounts/server/index.ts';
import {
  type Company,
  type Customer,
  checkMinorUnits,
  companyAccessFilter,
  companyOfSiteQuery,
  lockCompanyCurrency,
} from '../../companies/server/index.ts';
import {
  type PostedTransaction,
  portalKey,
  postDeposit,
  postOrRequestApproval,
  registerApproval,
} from '../../ledger/server/index.ts';
import type { billingEndpoints } from '../contract.ts';
import { methodsFor } from '../rules.ts';
import { accountQuery } from './account.ts';
import { minimumDeposit } from './depositRequest.ts';
import { notifyDeposit } from './mails.ts';
import { connectionsQuery, paymentMethodsOf } from './paymentMethods.ts';
import { getProfile, lockBillingForUpdate, profileQuery, profileStateOf } from './profile.ts';

type Deposit = z.output<(typeof billingEndpoints)['askDeposit']['answer']>;
type ListAnswer = z.output<(typeof billingEndpoints)['listDeposits']['answer']>;

/** The maximum number of pending deposits per customer. */
const maxOpen = 10;
/** How many days a transfer can take. */
const openDays = 30;
/** The number of deposits shown to a customer. The transaction list contains all of them. */
const maxDeposits = 20;

/** A deposit row. Times are strings when they come from JSON. */
interface DepositRow {
  id: string;
  companyId: string;
  userId: string;
  siteId: string;
  amount: string;
  currency: string;
  reference: string;
  state: ChargeOrderState;
  createdAt: Date | string;
  expiresAt: Date | string;
}

const columns = sql`
  o.id, o.company_id as "companyId", o.user_id as "userId", (select site_id from user_account where id = o.user_id) as "siteId",
  trim_scale(o.amount)::text as amount, o.currency, o.reference, o.state::integer as state, o.created_at as "createdAt", o.expires_at as "expiresAt"`;

const present = (
  { id, amount, currency, reference, state, createdAt, expiresAt }: DepositRow,
  language: Language,
): Deposit => ({
  ...{
    id,
    amount,
    currency,
    reference,
    state,
    stateTitle: titleOf(chargeOrderMachine, state)[language],
  },
  ...{ createdAt: new Date(createdAt).toISOString(), expiresAt: new Date(expiresAt).toISOString() },
});

/** Returns a customer's latest deposits with a company. */
export async function depositsOf(
  ctx: Pick<Context, 'db' | 'language'>,
  userId: string,
  companyId: string,
): Promise<Deposit[]> {
  const { rows } = await depositsQuery(userId, sql`${companyId}`).execute(ctx.db);
  return presentDeposits(rows, ctx.language);
}

/**
 * The query of `depositsOf`, for statements that combine several reads as JSON. Times are then
 * strings.
 */
export const depositsQuery = (
  userId: string,
  companyId: RawBuilder<unknown>,
): RawBuilder<DepositRow> => sql<DepositRow>`
  select ${columns} from charge_order o where o.user_id = ${userId} and o.company_id = ${companyId}
  order by o.created_at desc, o.id limit ${maxDeposits}`;

export const presentDeposits = (rows: readonly DepositRow[], language: Language): Deposit[] =>
  rows.map((row) => present(row, language));

/**
 * Returns the user's seller. Throws `companyMissing`, `paidByOther`, `depositUnavailable`,
 * `transferNotTaken`, `billingProfileNeeded` if the user can't pay by transfer.
 */
export async function sellerForDeposit(ctx: SignedInContext): Promise<Company> {
  const seller = sellerOf(await readInOneStatement(ctx.db, buyerQueries(ctx.actor)));
  if (seller instanceof UserError) throw seller;
  return seller;
}

/** The queries that `sellerOf` needs. */
export const buyerQueries = ({ userId, siteId }: { userId: string; siteId: string }) => ({
  accounts: accountQuery(userId),
  companies: companyOfSiteQuery(siteId),
  connections: connectionsQuery(sql`company_of_site(${siteId})`),
  profiles: profileQuery(userId),
});
type BuyerRows = {
  [Name in keyof ReturnType<typeof buyerQueries>]: RowOf<ReturnType<typeof buyerQueries>[Name]>[];
};
type RowOf<Query> = Query extends RawBuilder<infer Row> ? Row : never;

/** Returns the account's seller, or throws the reason why the account can't pay by transfer. */
export function sellerOf({
  accounts: [account],
  companies: [company],
  connections,
  profiles,
}: BuyerRows): Company | UserError {
  if (!company || !account) return userError('companyMissing');
  if (account.isPaidByOther && account.state !== 9) return userError('paidByOther');
  if (company.bankAccount === '')
    return userError('depositUnavailable', { company: company.legalName });
  if (
    !methodsFor(account.paymentType, paymentMethodsOf(connections, company.bankAccount)).includes(
      'transfer',
    )
  )
    return userError('transferNotTaken');
  return account.profileState !== -1 && profiles.length === 0
    ? userError('billingProfileNeeded')
    : company;
}

/** Requires a billing profile if payments need one. Throws `billingProfileNeeded`. */
export async function requireProfile(ctx: SignedInContext): Promise<void> {
  if (
    (await profileStateOf(ctx, ctx.actor.userId)).state !== -1 &&
    !(await getProfile(ctx, ctx.actor.userId))
  )
    throw userError('billingProfileNeeded');
}

/**
 * Requests a deposit. The browser sends only the amount, in the seller's currency, never a price.
 */
export async function requestDeposit(
  ctx: SignedInContext,
  deposit: { amount: string; currency: string },
): Promise<Deposit> {
  const { userId, siteId } = ctx.actor;
  // Prevents concurrent requests from exceeding the limit.
  await lockBillingForUpdate(ctx, userId);
  const company = await lockCompanyCurrency(ctx, await sellerForDeposit(ctx));
  if (deposit.currency !== company.currency)
    throw userError(
      'currencyForeign',
      { wanted: company.currency, given: deposit.currency },
      'currency',
    );
  await checkMinorUnits(ctx, deposit, 'amount');
  const minimum = await minimumDeposit(ctx, userId, company);
  const { rows: openOrders } = await sql<{ open: number; isEnough: boolean }>`
    select count(*)::integer as open, ${deposit.amount}::numeric >= ${minimum}::numeric as "isEnough"
    from charge_order where user_id = ${userId} and state in (1, 2)`.execute(ctx.db);
  if (!openOrders[0]?.isEnough)
    throw userError('depositBelowMinimum', { minimum, currency: company.currency }, 'amount');
  if (openOrders[0].open >= maxOpen) throw userError('chargeOrderLimit', { max: maxOpen });
  const now = ctx.clock.now();
  const { rows } = await sql<DepositRow>`
    insert into charge_order as o (company_id, user_id, method, currency, amount, reference, created_at, expires_at)
    values (${company.id}, ${userId}, 'bankTransfer', ${company.currency}, ${deposit.amount}, ${newReference()}, ${now},
      ${new Date(now.getTime() + openDays * 86_400_000)})
    returning ${columns}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('A charge order was not written.');
  ctx.note({
    targetType: 'chargeOrder',
    targetId: row.id,
    after: { amount: row.amount, currency: row.currency, reference: row.reference },
  });
  await announce(ctx.db, { topic: 'billing', id: userId, siteId, ownerId: userId });
  return present(row, ctx.language);
}

/**
 * Excludes similar letters and digits, because people read and type the references (Crockford's
 * base 32).
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function newReference(): string {
  const code = [...randomBytes(10)].map((byte) => alphabet[byte % 32]).join('');
  return `D-${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Locks a deposit until the transaction ends. Throws `notFound` for another customer's deposit. */
async function lockOrder(
  ctx: Context,
  account: { userId: string; companyId?: string },
  orderId: string,
): Promise<DepositRow> {
  const { rows } = await sql<DepositRow>`
    select ${columns} from charge_order o where o.id = ${orderId} and o.user_id = ${account.userId}
      and (${account.companyId ?? null}::uuid is null or o.company_id = ${account.companyId ?? null}::uuid) for update`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'deposit', id: orderId });
  return rows[0];
}

/** Throws `chargeOrderEnded` if the state doesn't allow the event. */
function fireOrder(
  order: DepositRow,
  event: ChargeOrderEvent,
  by: TransitionActor,
): ChargeOrderState {
  const move = next(chargeOrderMachine, order.state, event, by);
  if (!move.isAllowed)
    throw userError('chargeOrderEnded', { reference: order.reference, problem: move.problem });
  return move.to;
}

/** Throws `chargeOrderEnded`. */
export async function withdrawDeposit(ctx: SignedInContext, orderId: string): Promise<void> {
  const { userId, siteId } = ctx.actor;
  const order = await lockOrder(ctx, { userId }, orderId);
  const state = fireOrder(order, 'withdraw', 'owner');
  await sql`update charge_order set state = ${state}, ended_at = ${ctx.clock.now()}, ended_by = ${userId} where id = ${orderId}`.execute(
    ctx.db,
  );
  ctx.note({
    targetType: 'chargeOrder',
    targetId: orderId,
    before: { state: order.state },
    after: { state },
  });
  await announce(ctx.db, { topic: 'billing', id: userId, siteId, ownerId: userId });
}

/** The stored confirmation while a second approval is pending. */
interface Confirmation {
  orderId: string;
  reason: string;
}

export const depositApproval = registerApproval<Confirmation>('deposit', { perform: confirm });

/**
 * Confirms that the payment arrived. Above the company's limit, a second approval is required.
 * Throws
 * `chargeOrderEnded`.
 */
export async function confirmDeposit(
  ctx: SignedInContext,
  customer: Customer,
  orderId: string,
  reason: string,
) {
  const approvalRequest = {
    action: 'deposit',
    key: keyOf(orderId),
    reason,
    booking: { orderId, reason },
  } as const;
  const { id, ...answer } = await postOrRequestApproval(ctx, customer, approvalRequest);
  return { ...answer, transactionId: id };
}

const keyOf = (orderId: string): string => portalKey('chargeOrder', orderId);

/**
 * Approves, books, and completes the deposit in one step. A second confirmation doesn't book it
 * again. Throws `chargeOrderEnded`.
 */
async function confirm(
  ctx: SignedInContext,
  customer: Customer,
  { orderId, reason }: Confirmation,
): Promise<PostedTransaction> {
  const order = await lockOrder(
    ctx,
    { userId: customer.id, companyId: customer.company.id },
    orderId,
  );
  const by = ctx.actor.role as TransitionActor;
  const approved = { ...order, state: fireOrder(order, 'approve', by) };
  const state = fireOrder(approved, 'complete', by);
  const { amount, currency, reference } = order;
  const holder = { ...customer, company: { id: customer.company.id, currency } };
  const posted = await postDeposit(ctx, holder, {
    key: keyOf(orderId),
    amount,
    currency,
    reason: `${reference}: ${reason}`,
  });
  await sql`
    update charge_order set state = ${state}, ended_at = ${ctx.clock.now()}, ended_by = ${ctx.actor.userId}, transaction_id = ${posted.id}
    where id = ${orderId}`.execute(ctx.db);
  ctx.note({
    targetType: 'chargeOrder',
    targetId: orderId,
    before: { state: order.state },
    after: { state },
  });
  await notifyDeposit(ctx, customer.id, { amount, currency, balance: posted.balance });
  return posted;
}

/** Expires all deposits that weren't paid in time. */
export async function expireDeposits(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ userId: string; siteId: string }>`
    update charge_order o set state = 4, ended_at = ${now} from user_account u
    where u.id = o.user_id and o.state in (1, 2) and o.expires_at <= ${now} returning o.user_id as "userId", u.site_id as "siteId"`.execute(
    ctx.db,
  );
  for (const { userId, siteId } of rows)
    await announce(ctx.db, { topic: 'billing', id: userId, siteId, ownerId: userId });
}

export async function listDeposits(
  ctx: SignedInContext,
  query: ListRequest & { state?: string | undefined },
): Promise<ListAnswer> {
  const conditions = [
    query.filter
      ? sql`(u.search_text ilike ${containing(query.filter)} or o.reference ilike ${containing(query.filter)})`
      : null,
    query.state ? sql`o.state = ${query.state}::smallint` : null,
  ].filter((condition) => condition !== null);
  return await readListPage<DepositRow & { email: string }, ListAnswer['items'][number]>(
    ctx.db,
    {
      from: sql`charge_order o join user_account u on u.id = o.user_id`,
      columns: sql`${columns}, u.email`,
      where: [companyAccessFilter(ctx, 'o.company_id'), ...conditions],
      sorts: {
        created: { column: sql`o.created_at`, type: 'timestamptz' },
        amount: { column: sql`o.amount`, type: 'numeric' },
        email: { column: sql`u.email_key`, type: 'text' },
      },
      id: { column: sql`o.id`, type: 'uuid' },
      defaultSorting: '-created',
      map: (row) => ({
        ...present(row, ctx.language),
        companyId: row.companyId,
        userId: row.userId,
        email: row.email,
      }),
    },
    query,
  );
}

/** Returns the number of unconfirmed transfer deposits for the companies in the caller's scope. */
export async function countPendingDeposits(ctx: SignedInContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from charge_order o where o.state in (1, 2) and ${companyAccessFilter(ctx, 'o.company_id')}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}
