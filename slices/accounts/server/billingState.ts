import { sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import type { Context } from '../../../server/platform/context.ts';
import { announce } from '../../../server/platform/events/hub.ts';
import { type BillingEvent, type BillingState, billingMachine } from './states/billing.ts';
import { type Firer, fire, type Texts } from './states/machine.ts';

/** The billing state of an account that the caller may already change; the account is held until the transaction ends. */
async function hold(ctx: Pick<Context, 'db'>, userId: string): Promise<{ email: string; siteId: string; state: BillingState }> {
  const { rows } = await sql<{ email: string; siteId: string; state: BillingState }>`
    select email, site_id as "siteId", billing_state::integer as state from user_account
    where id = ${userId} and deleted_at is null for no key update`.execute(ctx.db);
  if (!rows[0]) throw refuse('notFound', { what: 'user', id: userId });
  return rows[0];
}

/** Moves the billing profile of an account. Throws `stateRefused` for what the machine does not know. */
export async function moveBilling(
  ctx: Context,
  userId: string,
  { event, by, to, reason }: { event: BillingEvent; by: Firer; to?: BillingState; reason?: string },
): Promise<BillingState> {
  const { email, siteId, state } = await hold(ctx, userId);
  const after = fire(billingMachine, { email, state, by, language: ctx.language }, event, to);
  await ctx.db.updateTable('user_account').set({ billing_state: after }).where('id', '=', userId).execute();
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

/** What a payment does to the billing profile: a demand for a deposit is met, an approved profile is proved. */
export async function settleByPayment(ctx: Context, userId: string): Promise<void> {
  const { state } = await hold(ctx, userId);
  if (state === 9) await moveBilling(ctx, userId, { event: 'depositPaid', by: 'portal' });
  if (state === 2) await moveBilling(ctx, userId, { event: 'verify', by: 'portal' });
}

export interface BillingMove {
  event: BillingEvent;
  title: Texts;
}

/** What a person of a role may do to a profile in this state by hand. */
export function billingMoves(state: BillingState, by: Firer): BillingMove[] {
  const events = billingMachine.transitions.filter((move) => move.from.includes(state) && move.by.includes(by)).map(({ event }) => event);
  return [...new Set(events)].map((event) => ({ event, title: billingMachine.events[event] }));
}
