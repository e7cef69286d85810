import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { type BillingEvent, type BillingState, billingMachine } from './states/billing.ts';
import { applyTransition, type TransitionActor } from './states/machine.ts';

interface LockedAccount {
  email: string;
  siteId: string;
  state: BillingState;
  /** The state in which the deposit request was created. Null without a pending request. */
  depositFrom: BillingState | null;
  demandedAt: Date | null;
}

/**
 * The billing state of an account that the caller was already authorized to change. The account is
 * locked until the transaction ends.
 */
async function lockAccount(ctx: Pick<Context, 'db'>, userId: string): Promise<LockedAccount> {
  const account = await lockUserIfExists(ctx, userId);
  if (!account) throw userError('notFound', { what: 'user', id: userId });
  return account;
}

/** Like `lockAccount`, but returns undefined if the account is deleted. */
async function lockUserIfExists(
  { db }: Pick<Context, 'db'>,
  userId: string,
): Promise<LockedAccount | undefined> {
  const { rows } = await sql<LockedAccount>`
    select email, site_id as "siteId", billing_state::integer as state, deposit_from::integer as "depositFrom", deposit_demanded_at as "demandedAt"
    from user_account where id = ${userId} and deleted_at is null for no key update`.execute(db);
  return rows[0];
}

/** Fulfilling or withdrawing a deposit request restores the state in which it was created. */
const endsDepositRequest = (event: BillingEvent): boolean =>
  event === 'depositPaid' || event === 'liftDeposit';

/**
 * Columns stored together with the billing state: the recorded state of a deposit request exists
 * only as long as the request.
 */
export function depositColumns(before: BillingState, after: BillingState, now: Date) {
  if (before === after || (before !== 9 && after !== 9)) return {};
  return after === 9
    ? { deposit_from: before, deposit_demanded_at: now }
    : { deposit_from: null, deposit_demanded_at: null };
}

interface BillingOrder {
  event: BillingEvent;
  by: TransitionActor;
  to?: BillingState;
  reason?: string;
}

/**
 * Returns the state of the account, locked until the transaction ends. Throws `stateRefused` for a
 * change that `moveBilling` would reject.
 */
export async function checkBilling(
  ctx: Context,
  userId: string,
  { event, by, to }: BillingOrder,
): Promise<LockedAccount> {
  const account = await lockAccount(ctx, userId);
  applyTransition(billingMachine, { email: account.email, state: account.state, by }, event, to);
  return account;
}

/**
 * Changes the billing state of an account. Throws `stateRefused` for a transition that the state
 * machine doesn't define.
 */
export async function moveBilling(
  ctx: Context,
  userId: string,
  { event, by, to, reason }: BillingOrder,
): Promise<BillingState> {
  const { email, siteId, state, depositFrom } = await lockAccount(ctx, userId);
  const target = endsDepositRequest(event) ? (depositFrom ?? undefined) : to;
  const after = applyTransition(billingMachine, { email, state, by }, event, target);
  await ctx.db
    .updateTable('user_account')
    .set({ billing_state: after, ...depositColumns(state, after, ctx.clock.now()) })
    .where('id', '=', userId)
    .execute();
  ctx.note({
    targetType: 'user',
    targetId: userId,
    before: { billing: state },
    after: { billing: after },
    ...(reason ? { detail: { reason } } : {}),
  });
  await announce(ctx.db, { topic: 'user', id: userId, siteId, ownerId: userId });
  await announce(ctx.db, { topic: 'billing', id: userId, siteId, ownerId: userId });
  return after;
}

/**
 * While a deposit request is pending, profile events change the recorded state instead. Throws
 * `stateRefused`.
 */
export async function moveAfterDepositRequest(
  ctx: Context,
  userId: string,
  { event, by, to }: BillingOrder,
): Promise<void> {
  const { email, depositFrom } = await lockAccount(ctx, userId);
  if (depositFrom === null) return;
  const after = applyTransition(billingMachine, { email, state: depositFrom, by }, event, to);
  await ctx.db
    .updateTable('user_account')
    .set({ deposit_from: after })
    .where('id', '=', userId)
    .execute();
  ctx.note({
    targetType: 'user',
    targetId: userId,
    before: { depositFrom },
    after: { depositFrom: after },
  });
}

/**
 * Applies a payment to the billing profile. It fulfills a deposit request, and restores the
 * recorded state, when `condition` reports that the payments since then are sufficient. It verifies an
 * approved profile. A payment verifies the payer, not the tax number. Payments for deleted accounts
 * are posted but have no effect here.
 */
export async function settleByPayment(
  ctx: Context,
  userId: string,
  condition: (since: Date | null) => Promise<boolean>,
): Promise<void> {
  const account = await lockUserIfExists(ctx, userId);
  if (!account) return;
  let { state, demandedAt } = account;
  if (state === 9 && (await condition(demandedAt)))
    state = await moveBilling(ctx, userId, { event: 'depositPaid', by: 'portal' });
  if (state === 2) await moveBilling(ctx, userId, { event: 'verify', by: 'portal' });
}

export interface BillingTransition {
  event: BillingEvent;
  title: LocalizedText;
  /** The next state and its meaning. Null for a transition back to the previous state. */
  follows: { title: LocalizedText; meaning: LocalizedText } | null;
}

/** The manual transitions of a profile in this state that the role can make. */
export function billingTransitions(state: BillingState, by: TransitionActor): BillingTransition[] {
  const transitions = billingMachine.transitions.filter(
    (move) => move.from.includes(state) && move.by.includes(by),
  );
  const targets = new Map(
    transitions.map(({ event, to }) => [event, to.length === 1 ? to[0] : undefined]),
  );
  return [...targets].map(([event, to]) => ({
    ...{ event, title: billingMachine.events[event] },
    follows: billingMachine.states.find(({ value }) => value === to) ?? null,
  }));
}
