import { type RawBuilder, sql } from 'kysely';
import { type UserError, userError } from '../../../../../contract/errors/errors.ts';
import type { Decision } from '../../../../../drivers/taxAuthority/port.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { deliverNow } from '../../../../../server/platform/outbound/outboundRunner.ts';
import { inTransaction } from '../../../../../server/platform/outbound/queue.ts';
import { readConnection } from '../connection/connections.ts';
import { stateLabels } from '../messages.ts';
import { type Allocation, findAllocation } from '../store.ts';
import { requireAllocation, writeOutcome } from './outcome.ts';
import { lockRequests, requestDelivery, requeueRequest } from './requests.ts';
import { decisionStates } from './resolveAllocation.ts';

interface AllocationKey {
  companyId: string;
  documentId: string;
}

/** The error for a document that isn't waiting for this decision, or was already decided. */
const alreadyDecidedError = ({ invoice, state }: Allocation): UserError =>
  userError('allocationDecided', { number: invoice.number, state: stateLabels[state] });

/**
 * Updates a document that is still in the required state and queues it for the authority. Throws
 * `allocationDecided`.
 */
async function change(
  ctx: SignedInContext,
  found: Allocation,
  values: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  isSent = true,
): Promise<void> {
  const { documentId, companyId } = found;
  await inTransaction(ctx, async (inner) => {
    await lockRequests(inner, [documentId]);
    const { rows } = await sql`
      update allocation set ${values}, decided_by = ${ctx.actor.userId} where document_id = ${documentId} and ${condition} returning document_id`.execute(
      inner.db,
    );
    if (rows.length === 0) throw alreadyDecidedError(await requireAllocation(inner, documentId));
    if (isSent) await requeueRequest(inner, { documentId, companyId });
    await announce(inner.db, { topic: 'company', id: companyId });
  });
}

/** Sends the request now and returns the document's current state. */
async function deliverAndRead(ctx: Context, documentId: string): Promise<Allocation> {
  await deliverNow(ctx, requestDelivery, documentId);
  return await requireAllocation(ctx, documentId);
}

/**
 * Stores the decision. After a rejection it's also reported to the authority, but not for invalid
 * documents, which the authority never stored. Throws `allocationDecided`.
 */
export async function decide(
  ctx: SignedInContext,
  key: AllocationKey,
  decision: Decision,
): Promise<Allocation> {
  const found = await findAllocation(ctx, key);
  ctx.note({
    targetType: 'document',
    targetId: found.documentId,
    before: { state: found.state },
    after: { decision },
  });
  if (found.state === 'invalid') {
    const { code, field, problem } = found;
    await change(ctx, found, sql`decided_at = ${ctx.clock.now()}`, sql`state = 'invalid'`, false);
    await writeOutcome(ctx, found, 'invalid', {
      state: decisionStates[decision],
      code,
      field,
      problem,
    });
    return await requireAllocation(ctx, found.documentId);
  }
  const values = sql`decision = ${decision}`;
  await change(ctx, found, values, sql`state = 'refused' and decision is null`);
  return await deliverAndRead(ctx, found.documentId);
}

/** Throws `allocationDecided`, `taxAuthorityMissing`. */
export async function retryAllocation(
  ctx: SignedInContext,
  key: AllocationKey,
): Promise<Allocation> {
  const found = await findAllocation(ctx, key);
  if (!(await readConnection(ctx, key.companyId))) throw userError('taxAuthorityMissing');
  ctx.note({
    targetType: 'document',
    targetId: found.documentId,
    before: { state: found.state },
    after: { asked: 'again' },
  });
  const values = sql`state = case when state = 'invalid' then 'waiting' else state end, code = '', field = ''`;
  await change(ctx, found, values, sql`(state in ('waiting', 'invalid') or decision is not null)`);
  return await deliverAndRead(ctx, found.documentId);
}

/** Maximum age of an exchange rate in days, because none are published on holidays. */
const rateDays = 7;

/** Throws `allocationDecided`, `allocationRateDay`. */
export async function setAllocationRate(
  ctx: SignedInContext,
  key: AllocationKey,
  input: { rate: string; rateOn: string },
): Promise<Allocation> {
  const found = await findAllocation(ctx, key);
  const { issuedOn } = found.invoice;
  const daysBefore = (Date.parse(issuedOn) - Date.parse(input.rateOn)) / 86_400_000;
  if (daysBefore < 0 || daysBefore > rateDays)
    throw userError('allocationRateDay', { issuedOn, given: input.rateOn }, 'rateOn');
  ctx.note({
    targetType: 'document',
    targetId: found.documentId,
    before: { state: found.state },
    after: input,
  });
  const values = sql`state = 'waiting', rate = ${input.rate}::numeric, rate_on = ${input.rateOn}::date`;
  await change(ctx, found, values, sql`state = 'needsRate'`);
  return await deliverAndRead(ctx, found.documentId);
}
