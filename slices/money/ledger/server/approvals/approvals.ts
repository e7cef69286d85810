import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import { signedInUserId } from '../../../../../server/platform/access/signedInUser.ts';
import type { AuditNote } from '../../../../../server/platform/audit/audit.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import {
  defineHook,
  type HookContribution,
  hookContributions,
  on,
} from '../../../../../server/platform/hooks.ts';
import {
  type Customer,
  companyAccessFilter,
  findCustomer,
  lockCompanyCurrency,
} from '../../../companies/server/index.ts';
import type { approvalActions } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { notifyApproval } from '../mails.ts';
import { balancesOf } from '../posting/balances.ts';
import type { PostedTransaction } from '../posting/post.ts';
import { evaluateMonth, recordManualTransaction } from './secondApproval.ts';

export type ApprovalAction = (typeof approvalActions)[number];

/** The result. Without an ID if nothing was booked. */
export type Performed = Omit<PostedTransaction, 'id'> & { id: string | null };

/** Who requested second approval, and when. */
export interface Requester {
  personId: string;
  at: Date;
}

/** An action that can require a second approval. */
interface ApprovalHandler<B> {
  /**
   * Performs the requested action. `asker` is set after second approval, and null otherwise. Throws
   * if the action isn't possible.
   */
  perform(
    ctx: SignedInContext,
    customer: Customer,
    booking: B,
    asker: Requester | null,
  ): Promise<Performed>;
  /** Called when the request is rejected, in the same transaction. */
  declined?(ctx: SignedInContext, booking: B, note: string): Promise<void>;
}

/** Handlers for each kind of approval, registered by the slice that performs the action. */
export const approvalHandlers =
  defineHook<[ApprovalAction, ApprovalHandler<never>]>('ledger.approvals');

/** Registers the action that is performed after second approval. */
export const registerApproval = <B>(
  action: ApprovalAction,
  handler: ApprovalHandler<B>,
): HookContribution => on(approvalHandlers, [action, handler]);

function approvalHandlerFor(
  ctx: Pick<Context, 'services'>,
  action: ApprovalAction,
): ApprovalHandler<never> {
  const found = hookContributions(ctx, approvalHandlers).find(([name]) => name === action);
  if (!found) throw new Error(`Nobody performs ${action}.`);
  return found[1];
}

interface ApprovalRequest {
  action: ApprovalAction;
  /** The idempotency key of the transaction in the ledger. */
  key: string;
  reason: string;
  /** The action's input as stored: plain JSON. */
  booking: object;
}

export type PostedOrPending = Performed & { approvalId: string | null };

/**
 * Posts a transaction, or stores it as pending if it exceeds the amount that one person can post
 * alone, including in parts. In both cases it is first posted on trial, so that invalid requests
 * are rejected immediately. The same key returns the same transaction or pending approval.
 */
export async function postOrRequestApproval(
  ctx: SignedInContext,
  found: Customer,
  request: ApprovalRequest,
): Promise<PostedOrPending> {
  // Reads the company again under a lock, because its currency may have changed.
  const customer = { ...found, company: await lockCompanyCurrency(ctx, found.company) };
  const earlier = await findEarlierBooking(ctx, customer, request);
  if (earlier) return earlier;
  const effects: (() => void)[] = [];
  const deferred = {
    ...ctx,
    note: (note: AuditNote) => effects.push(() => ctx.note(note)),
    afterCommit: afterCommitOf(ctx, effects),
  };
  const isBooked = await isAlreadyBooked(ctx, customer, request.key);
  await sql`savepoint asked`.execute(ctx.db);
  const posted = await approvalHandlerFor(ctx, request.action).perform(
    deferred,
    customer,
    request.booking as never,
    null,
  );
  if (posted.id === null) throw new Error(`${request.action} books nothing.`);
  const { amount, needsSecond } = isBooked
    ? { amount: '0', needsSecond: false }
    : await evaluateMonth(ctx, posted.id);
  if (!needsSecond) {
    if (!isBooked) await recordManualTransaction(ctx, posted.id);
    for (const effect of effects) effect();
    return { ...posted, approvalId: null };
  }
  await sql`rollback to savepoint asked`.execute(ctx.db);
  return await insertApproval(ctx, customer, request, { amount, currency: posted.currency });
}

/**
 * Whether the key was already posted. If so, repeating it needs no approval and returns that
 * transaction.
 */
async function isAlreadyBooked(ctx: Context, { company }: Customer, key: string): Promise<boolean> {
  const { rows } =
    await sql`select from ledger_transaction where company_id = ${company.id} and idempotency_key = ${key}`.execute(
      ctx.db,
    );
  return rows.length > 0;
}

const afterCommitOf = (ctx: Context, effects: (() => void)[]): Context['afterCommit'] => {
  const registerEffect: Context['afterCommit'] = (work) =>
    void effects.push(() => ctx.afterCommit(work));
  return registerEffect;
};

/** The pending or approved request of the key. Null if there is none. */
async function findEarlierBooking(
  ctx: SignedInContext,
  customer: Customer,
  { action, key, booking }: ApprovalRequest,
): Promise<PostedOrPending | null> {
  const { rows } = await sql<{
    id: string;
    action: string;
    userId: string;
    booking: object;
    currency: string;
    transactionId: string | null;
  }>`
    select id, action, user_id as "userId", booking, currency, transaction_id as "transactionId" from ledger_approval
    where company_id = ${customer.company.id} and idempotency_key = ${key} and state <> 'declined'`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (!found) return null;
  // The key already identifies the deposit, so who confirms it and the description aren't compared.
  const isDifferentBooking =
    action !== 'deposit' && !isDeepStrictEqual(found.booking, JSON.parse(JSON.stringify(booking)));
  if (found.action !== action || found.userId !== customer.id || isDifferentBooking)
    throw userError('ledgerKeyReused', { key }, 'key');
  return await answerOf(ctx, customer, found.currency, {
    id: found.transactionId,
    approvalId: found.id,
  });
}

async function answerOf(
  ctx: Context,
  { id, company }: Customer,
  currency: string,
  booked: Pick<PostedOrPending, 'id' | 'approvalId'>,
): Promise<PostedOrPending> {
  const balances = await balancesOf(ctx, id, company.id);
  return {
    ...booked,
    currency,
    balance: balances.find((balance) => balance.currency === currency)?.amount ?? '0',
  };
}

async function insertApproval(
  ctx: SignedInContext,
  customer: Customer,
  request: ApprovalRequest,
  money: { amount: string; currency: string },
): Promise<PostedOrPending> {
  const approvalId = await waitFor(
    ctx,
    customer,
    { ...request, personId: signedInUserId(ctx) },
    money,
  );
  if (approvalId !== null)
    return await answerOf(ctx, customer, money.currency, { id: null, approvalId });
  const earlier = await findEarlierBooking(ctx, customer, request);
  if (!earlier) throw new Error(`The key ${request.key} was taken and is free again.`);
  return earlier;
}

/**
 * Stores a pending approval and notifies the possible approvers. Null if the key is already pending
 * or posted. `personId` is the signed-in user, even when acting for another user.
 */
export async function waitFor(
  ctx: SignedInContext,
  customer: Pick<Customer, 'id' | 'email' | 'company'>,
  { action, key, reason, booking, personId }: ApprovalRequest & { personId: string },
  money: { amount: string; currency: string },
): Promise<string | null> {
  const { id, company } = customer;
  const { rows } = await sql<{ id: string }>`
    insert into ledger_approval (company_id, user_id, action, booking, amount, currency, reason, idempotency_key, asked_by, asked_person, asked_at)
    values (${company.id}, ${id}, ${action}, ${JSON.stringify(booking)}::jsonb, ${money.amount}, ${money.currency}, ${reason}, ${key},
      ${ctx.actor.userId}, ${personId}, ${ctx.clock.now()})
    on conflict (company_id, idempotency_key) where state <> 'declined' do nothing returning id`.execute(
    ctx.db,
  );
  const approvalId = rows[0]?.id;
  if (approvalId === undefined) return null;
  ctx.note({
    targetType: 'approval',
    targetId: approvalId,
    after: { action, ...money, customer: id },
    detail: { reason },
  });
  await notifyApproval(ctx, customer, { ...money, reason });
  await announceApproval(ctx, approvalId, company.id);
  return approvalId;
}

async function announceApproval(
  ctx: SignedInContext,
  id: string,
  companyId: string,
): Promise<void> {
  const event = { topic: 'approval', id, siteId: ctx.site.id };
  await announce(ctx.db, event);
  const { rows } = await sql<{
    userId: string;
  }>`select user_id as "userId" from company_admin where company_id = ${companyId}`.execute(ctx.db);
  for (const { userId } of rows) await announce(ctx.db, { ...event, ownerId: userId });
}

interface LockedApproval {
  id: string;
  companyId: string;
  userId: string;
  action: ApprovalAction;
  booking: object;
  state: string;
  amount: string;
  currency: string;
  askedBy: string;
  askedPerson: string;
  askedAt: Date;
}

/**
 * A pending approval of a company in the caller's scope, locked until the transaction ends. Throws
 * `notFound`, `approvalDecided`.
 */
async function lockApproval(ctx: SignedInContext, approvalId: string): Promise<LockedApproval> {
  const { rows } = await sql<LockedApproval>`
    select a.id, a.company_id as "companyId", a.user_id as "userId", a.action, a.booking, a.state, trim_scale(a.amount)::text as amount, a.currency, a.asked_by as "askedBy", a.asked_person as "askedPerson", a.asked_at as "askedAt"
    from ledger_approval a where a.id = ${approvalId} and a.user_id <> ${ctx.actor.userId} and ${companyAccessFilter(ctx, 'a.company_id')}
    for update`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw userError('notFound', { what: 'approval', id: approvalId });
  if (found.state !== 'waiting')
    throw userError('approvalDecided', { state: stateTitles[found.state as 'approved'] });
  return found;
}

export const stateTitles = {
  approved: localize('stateTitles.approved'),
  declined: localize('stateTitles.declined'),
} as const;

/**
 * Whether the signed-in user is the requester. Users acting for another user are compared by their
 * own identity.
 */
export const isRequester = (
  ctx: SignedInContext,
  request: { askedBy: string; askedPerson: string },
): boolean =>
  [ctx.actor.userId, signedInUserId(ctx)].some(
    (id) => id === request.askedBy || id === request.askedPerson,
  );

/**
 * Executes the request of another user. Throws `notFound`, `approvalDecided`, `approvalOwn`,
 * `approvalChanged` if the result would differ from the request, and any error that now prevents
 * it, in which case it stays pending.
 */
export async function approve(ctx: SignedInContext, approvalId: string): Promise<Performed> {
  const approval = await lockApproval(ctx, approvalId);
  if (isRequester(ctx, approval)) throw userError('approvalOwn');
  const found = await findCustomer(ctx, {
    companyId: approval.companyId,
    externalId: approval.userId,
  });
  const customer = { ...found, company: await lockCompanyCurrency(ctx, found.company) };
  const posted = await approvalHandlerFor(ctx, approval.action).perform(
    ctx,
    customer,
    approval.booking as never,
    {
      personId: approval.askedPerson,
      at: approval.askedAt,
    },
  );
  if (posted.id !== null) await requireUnchangedAmount(ctx, approval, posted.id);
  await decide(ctx, approval, { state: 'approved', transactionId: posted.id, note: '' });
  return posted;
}

/**
 * Throws if the amount differs from the one displayed. Taxes or the refundable amount may have
 * changed since the request.
 */
async function requireUnchangedAmount(
  ctx: SignedInContext,
  { amount, currency }: LockedApproval,
  transactionId: string,
): Promise<void> {
  const { rows } = await sql<{ now: string; isSame: boolean }>`
    select trim_scale(amount)::text as now, amount = ${amount}::numeric as "isSame" from ledger_transaction where id = ${transactionId}`.execute(
    ctx.db,
  );
  const [booked] = rows;
  if (!booked?.isSame)
    throw userError('approvalChanged', { asked: amount, now: booked?.now ?? '0', currency });
}

/** Throws `notFound`, `approvalDecided`. */
export async function decline(
  ctx: SignedInContext,
  approvalId: string,
  reason: string,
): Promise<void> {
  const approval = await lockApproval(ctx, approvalId);
  await decide(ctx, approval, { state: 'declined', transactionId: null, note: reason });
  await approvalHandlerFor(ctx, approval.action).declined?.(ctx, approval.booking as never, reason);
}

interface Decision {
  state: 'approved' | 'declined';
  transactionId: string | null;
  note: string;
}

async function decide(
  ctx: SignedInContext,
  { id, companyId }: LockedApproval,
  { state, transactionId, note }: Decision,
): Promise<void> {
  await sql`
    update ledger_approval set state = ${state}, decided_by = ${ctx.actor.userId}, decided_at = ${ctx.clock.now()}, note = ${note},
      transaction_id = ${transactionId} where id = ${id}`.execute(ctx.db);
  ctx.note({
    targetType: 'approval',
    targetId: id,
    before: { state: 'waiting' },
    after: { state },
    detail: { reason: note },
  });
  await announceApproval(ctx, id, companyId);
}
