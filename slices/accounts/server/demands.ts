import { sql } from 'kysely';
import { personOf } from '../../../server/platform/access/person.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { checkBilling, moveBilling } from './billingState.ts';
import type { BillingState } from './states/billing.ts';
import type { Firer, Texts } from './states/machine.ts';

/** Where in a batch an account stands. */
export interface BatchPlace {
  batchId: string;
  position: number;
}

/** A deposit that one person wants to demand of an account, whose state allows it. The account is held. */
export interface WantedDemand {
  userId: string;
  siteId: string;
  reason: string;
  /** Who sits there, also in another's place. */
  personId: string;
  /** Null where it is demanded of one account by itself. */
  place: BatchPlace | null;
}

/** Decides what one person may demand alone: nouns that watch over money cannot be known here. */
export interface DemandGate {
  /** Which of these accounts, in this order, would wait for a second person. */
  foresee(ctx: SignedInContext, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The id of what waits now for a second person; null: it is demanded at once, and counts. Throws `demandWaits`. */
  ask(ctx: SignedInContext, wanted: WantedDemand): Promise<string | null>;
}

let gate: DemandGate | null = null;

/** Declared once, by who knows what money a demand is about. */
export function watchDemands(watching: DemandGate): void {
  gate = watching;
}

export const foreseeDemands: DemandGate['foresee'] = async (ctx, userIds) => (await gate?.foresee(ctx, userIds)) ?? new Set<string>();
export const askDemand: DemandGate['ask'] = async (ctx, wanted) => (await gate?.ask(ctx, wanted)) ?? null;

export const waitsForSecond: Texts = { en: 'Waiting for another person’s approval.', he: 'ממתין לאישור של אדם נוסף.' };

/** Demands a deposit of one account, or lets it wait for a second person. Throws `stateRefused`, `demandWaits`. */
export async function demandDeposit(
  ctx: SignedInContext,
  userId: string,
  reason: string,
): Promise<{ state: BillingState; approvalId: string | null }> {
  const order = { event: 'forceDeposit', by: ctx.actor.role as Firer, reason } as const;
  const { siteId, state } = await checkBilling(ctx, userId, order);
  const approvalId = await askDemand(ctx, { userId, siteId, reason, personId: personOf(ctx), place: null });
  return approvalId === null ? { state: await moveBilling(ctx, userId, order), approvalId } : { state, approvalId };
}

/** What a second person agreed to: the deposit is demanded now. Throws `stateRefused` when the account is elsewhere meanwhile. */
export async function demandAgreed(
  ctx: SignedInContext,
  { userId, reason, place }: Omit<WantedDemand, 'personId' | 'siteId'>,
): Promise<void> {
  const { rows } = await sql<{ state: string; billing: BillingState; isEnabled: boolean }>`
    select account_state as state, billing_state::integer as billing, is_enabled as "isEnabled" from user_account
    where id = ${userId} for no key update`.execute(ctx.db);
  const before = rows[0];
  const billing = await moveBilling(ctx, userId, { event: 'forceDeposit', by: ctx.actor.role as Firer, reason });
  if (!place || !before) return;
  await sql`
    update account_batch_line set state = 'done', note = '', before = ${JSON.stringify(before)}::jsonb, after = ${JSON.stringify({ ...before, billing })}::jsonb
    where batch_id = ${place.batchId} and position = ${place.position} and state = 'asked'`.execute(ctx.db);
}

/** A second person declined it, or it was taken back: nothing is demanded. */
export async function demandDeclined(ctx: SignedInContext, { place }: { place: BatchPlace | null }, note: string): Promise<void> {
  if (!place) return;
  await sql`
    update account_batch_line set state = 'refused', note = ${`${declined[ctx.language]}: ${note}`}
    where batch_id = ${place.batchId} and position = ${place.position} and state = 'asked'`.execute(ctx.db);
}

const declined: Texts = { en: 'Declined', he: 'נדחה' };
