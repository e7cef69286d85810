import { sql } from 'kysely';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { signedInUserId } from '../../../../server/platform/access/signedInUser.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { defineHook, singleContribution } from '../../../../server/platform/hooks.ts';
import { localize } from '../texts/localize.ts';
import { checkBilling, moveBilling } from './billingState.ts';
import type { BillingState } from './states/billing.ts';
import type { TransitionActor } from './states/machine.ts';

/** The position of an account in a batch. */
export interface BatchPlace {
  batchId: string;
  position: number;
}

/** A deposit request for an account whose state allows it. The account must be locked. */
export interface DepositRequestInput {
  userId: string;
  siteId: string;
  reason: string;
  /** The signed-in user, also when acting on behalf of another account. */
  personId: string;
  /** Null if the deposit is requested for a single account. */
  place: BatchPlace | null;
}

/**
 * Decides what one user can request without approval. Provided by the slice that knows the amounts.
 */
export interface DepositRequestGate {
  /** Which of these accounts, in this order, would require second approval. */
  foresee(ctx: SignedInContext, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * The ID of the pending approval. Null: the deposit is requested immediately and counts toward
   * the limit. Throws `demandWaits`.
   */
  ask(ctx: SignedInContext, wanted: DepositRequestInput): Promise<string | null>;
}

export const depositRequests = defineHook<DepositRequestGate>('accounts.depositRequests');

export const previewDepositRequests: DepositRequestGate['foresee'] = (ctx, userIds) =>
  singleContribution(ctx, depositRequests).foresee(ctx, userIds);
export const createDepositRequest: DepositRequestGate['ask'] = (ctx, request) =>
  singleContribution(ctx, depositRequests).ask(ctx, request);

export const awaitsSecondApproval: LocalizedText = localize('waitsForSecond');

/**
 * Requests a deposit from one account, or stores it for second approval. Throws `stateRefused`,
 * `demandWaits`.
 */
export async function requestDeposit(
  ctx: SignedInContext,
  userId: string,
  reason: string,
): Promise<{ state: BillingState; approvalId: string | null }> {
  const order = { event: 'forceDeposit', by: ctx.actor.role as TransitionActor, reason } as const;
  const { siteId, state } = await checkBilling(ctx, userId, order);
  const approvalId = await createDepositRequest(ctx, {
    userId,
    siteId,
    reason,
    personId: signedInUserId(ctx),
    place: null,
  });
  return approvalId === null
    ? { state: await moveBilling(ctx, userId, order), approvalId }
    : { state, approvalId };
}

/**
 * Called on second approval: requests the deposit. Throws `stateRefused` when the account's state
 * has changed.
 */
export async function acceptDepositRequest(
  ctx: SignedInContext,
  { userId, reason, place }: Omit<DepositRequestInput, 'personId' | 'siteId'>,
): Promise<void> {
  const { rows } = await sql<{ state: string; billing: BillingState; isEnabled: boolean }>`
    select account_state as state, billing_state::integer as billing, is_enabled as "isEnabled" from user_account
    where id = ${userId} for no key update`.execute(ctx.db);
  const before = rows[0];
  const billing = await moveBilling(ctx, userId, {
    event: 'forceDeposit',
    by: ctx.actor.role as TransitionActor,
    reason,
  });
  if (!place || !before) return;
  await sql`
    update account_batch_line set state = 'done', note = '', before = ${JSON.stringify(before)}::jsonb, after = ${JSON.stringify({ ...before, billing })}::jsonb
    where batch_id = ${place.batchId} and position = ${place.position} and state = 'asked'`.execute(
    ctx.db,
  );
}

/** Called when the request is rejected or withdrawn. No deposit is requested. */
export async function declineRequest(
  ctx: SignedInContext,
  { place }: { place: BatchPlace | null },
  note: string,
): Promise<void> {
  if (!place) return;
  await sql`
    update account_batch_line set state = 'refused', note = ${`${declined[ctx.language]}: ${note}`}
    where batch_id = ${place.batchId} and position = ${place.position} and state = 'asked'`.execute(
    ctx.db,
  );
}

const declined: LocalizedText = localize('declined');
