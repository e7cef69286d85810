import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { defineHook, hookContributions } from '../../../../../server/platform/hooks.ts';
import { notifyWaiting } from '../mails.ts';
import { type Allocation, type AllocationState, readAllocation } from '../store.ts';

/** The authority's result for a document. */
export interface Outcome {
  state: AllocationState;
  number?: string;
  code?: string;
  field?: string;
  problem?: string;
}

/** The event of a document whose state changed. */
export interface AllocationOutcome {
  documentId: string;
  state: AllocationState;
  /** The authority's error message. '' if there was no error. */
  problem: string;
  /** Whether the document can be released now. */
  isFree: boolean;
}

/** Called in the same transaction for every document whose state changed. */
export const onAllocationDecided =
  defineHook<(ctx: Context, outcome: AllocationOutcome) => Promise<void>>('allocations.decided');

export const releasedStates: readonly AllocationState[] = ['approved', 'notNeeded', 'continued'];

/**
 * Stores the result for a document and calls the subscribers once. Has no effect unless the
 * document is still in state `from`, so the same response to a concurrent request is ignored.
 */
export async function writeOutcome(
  ctx: Context,
  allocation: Allocation,
  from: AllocationState,
  outcome: Outcome,
): Promise<void> {
  const { state, number = null, code = '', field = '', problem = '' } = outcome;
  const { documentId } = allocation;
  await ctx.db.transaction().execute(async (db) => {
    const inner = { ...ctx, db };
    const { rows } = await sql`
      update allocation set state = ${state}, number = ${number}, code = ${code}, field = ${field}, problem = ${problem}, decision = null, next_at = null,
        decided_at = ${ctx.clock.now()} where document_id = ${documentId} and state = ${from} returning document_id`.execute(
      db,
    );
    if (rows.length === 0) return;
    await notifyOutcome(inner, allocation, {
      documentId,
      state,
      problem,
      isFree: releasedStates.includes(state),
    });
  });
}

async function notifyOutcome(
  ctx: Context,
  allocation: Allocation,
  outcome: AllocationOutcome,
): Promise<void> {
  const { documentId, companyId, invoice } = allocation;
  ctx.note({
    targetType: 'document',
    targetId: documentId,
    before: { state: allocation.state },
    after: { state: outcome.state, number: invoice.number },
  });
  for (const onDecided of hookContributions(ctx, onAllocationDecided))
    await onDecided(ctx, outcome);
  if (outcome.state === 'refused' || outcome.state === 'invalid')
    await notifyWaiting(ctx, allocation, outcome.problem);
  await announce(ctx.db, { topic: 'company', id: companyId });
}

/** Reads the current state of a document that must exist. */
export async function requireAllocation(
  ctx: Pick<Context, 'db'>,
  documentId: string,
): Promise<Allocation> {
  const found = await readAllocation(ctx, documentId);
  if (!found) throw new Error(`The document ${documentId} needs no number.`);
  return found;
}
