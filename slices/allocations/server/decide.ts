import { type RawBuilder, sql } from 'kysely';
import { type UserError, userError } from '../../../contract/errors.ts';
import type { Decision } from '../../../drivers/taxAuthority/port.ts';
import type { Context, SignedInContext } from '../../../server/platform/context.ts';
import { announce } from '../../../server/platform/events/hub.ts';
import { decided, settle } from './ask.ts';
import { readConnection } from './connections.ts';
import { again, writeOutcome } from './outcome.ts';
import { type Allocation, findAllocation } from './store.ts';
import { stateWords } from './words.ts';

interface Where {
  companyId: string;
  documentId: string;
}

/** What is not decided, or decided already, cannot be decided in another way. */
const decidedBefore = ({ invoice, state }: Allocation): UserError =>
  userError('allocationDecided', { number: invoice.number, state: stateWords[state] });

/**
 * Writes a change down if the document is still as it must be for that. Throws `allocationDecided`.
 */
async function change(
  ctx: SignedInContext,
  found: Allocation,
  values: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const { rows } = await sql`
      update allocation set ${values}, decided_by = ${ctx.actor.userId} where document_id = ${found.documentId} and ${condition} returning document_id`.execute(
      db,
    );
    if (rows.length === 0) throw decidedBefore(await again({ db }, found.documentId));
    await announce(db, { topic: 'company', id: found.companyId });
  });
}

/**
 * Does at once what has been written down; what the authority does not answer is done again by
 * itself.
 */
async function goOn(ctx: Context, documentId: string): Promise<Allocation> {
  await settle(ctx, documentId);
  return await again(ctx, documentId);
}

/**
 * After a rejection the decision is also reported to the authority. Invalid documents were never
 * stored there. Throws `allocationDecided`.
 */
export async function decide(
  ctx: SignedInContext,
  where: Where,
  decision: Decision,
): Promise<Allocation> {
  const found = await findAllocation(ctx, where);
  ctx.note({
    targetType: 'document',
    targetId: found.documentId,
    before: { state: found.state },
    after: { decision },
  });
  if (found.state === 'invalid') {
    const { code, field, problem } = found;
    await change(ctx, found, sql`decided_at = ${ctx.clock.now()}`, sql`state = 'invalid'`);
    await writeOutcome(ctx, found, 'invalid', { state: decided[decision], code, field, problem });
    return await again(ctx, found.documentId);
  }
  const values = sql`decision = ${decision}, looks = 0, look_at = ${ctx.clock.now()}`;
  await change(ctx, found, values, sql`state = 'refused' and decision is null`);
  return await goOn(ctx, found.documentId);
}

/** Throws `allocationDecided`, `taxAuthorityMissing`. */
export async function tryAgain(ctx: SignedInContext, where: Where): Promise<Allocation> {
  const found = await findAllocation(ctx, where);
  if (!(await readConnection(ctx, where.companyId))) throw userError('taxAuthorityMissing');
  ctx.note({
    targetType: 'document',
    targetId: found.documentId,
    before: { state: found.state },
    after: { asked: 'again' },
  });
  const values = sql`state = case when state = 'invalid' then 'waiting' else state end, code = '', field = '', looks = 0, look_at = ${ctx.clock.now()}`;
  await change(ctx, found, values, sql`(state = 'invalid' or look_at is not null)`);
  return await goOn(ctx, found.documentId);
}

/** Maximum age of an exchange rate in days, because none are published on holidays. */
const rateDays = 7;

/** Throws `allocationDecided`, `allocationRateDay`. */
export async function giveRate(
  ctx: SignedInContext,
  where: Where,
  given: { rate: string; rateOn: string },
): Promise<Allocation> {
  const found = await findAllocation(ctx, where);
  const { issuedOn } = found.invoice;
  const daysBefore = (Date.parse(issuedOn) - Date.parse(given.rateOn)) / 86_400_000;
  if (daysBefore < 0 || daysBefore > rateDays)
    throw userError('allocationRateDay', { issuedOn, given: given.rateOn }, 'rateOn');
  ctx.note({
    targetType: 'document',
    targetId: found.documentId,
    before: { state: found.state },
    after: given,
  });
  const values = sql`state = 'waiting', rate = ${given.rate}::numeric, rate_on = ${given.rateOn}::date, look_at = ${ctx.clock.now()}`;
  await change(ctx, found, values, sql`state = 'needsRate'`);
  return await goOn(ctx, found.documentId);
}
