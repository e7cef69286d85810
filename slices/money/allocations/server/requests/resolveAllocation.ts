import { sql } from 'kysely';
import { storedProblem } from '../../../../../drivers/problem.ts';
import { type Decision, TaxAuthorityFailure } from '../../../../../drivers/taxAuthority/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { stopPoint } from '../../../../../server/platform/tasks/stopPoints.ts';
import type { Connection } from '../connection/connections.ts';
import { driverOf } from '../connection/drivers.ts';
import { minimumOf } from '../connection/minimum.ts';
import { notifySignIn } from '../mails.ts';
import type { Allocation, AllocationState } from '../store.ts';
import { requireAllocation, writeOutcome } from './outcome.ts';
import { isAtLeast, toShekels } from './shekels.ts';

/**
 * Requests the number of a document, or reports a user's decision, and stores the result.
 * Idempotent and safe to call concurrently, because the authority identifies the document by one ID
 * and repeats its response. Throws `TaxAuthorityFailure` if the request must be repeated.
 */
export async function resolveAllocation(
  ctx: Context,
  documentId: string,
  connection: Connection,
): Promise<void> {
  const allocation = await requireAllocation(ctx, documentId);
  const { state, decision } = allocation;
  if (state !== 'waiting' && decision === null) return;
  try {
    if (decision !== null) await sendDecision(ctx, connection, allocation, decision);
    else await requestNumber(ctx, connection, allocation);
  } catch (error) {
    await handleFailure(ctx, connection, allocation, error);
  }
}

async function requestNumber(
  ctx: Context,
  connection: Connection,
  allocation: Allocation,
): Promise<void> {
  const driver = driverOf(ctx, connection);
  const minimum = await minimumOf(ctx, connection, driver, allocation.invoice.issuedOn);
  const invoice = await toShekels(ctx, allocation);
  if (!(await isAtLeast(ctx, invoice.net, minimum)))
    return await writeOutcome(ctx, allocation, 'waiting', { state: 'notNeeded' });
  stopPoint('allocation.settle', 'ask', 'before');
  const approval = await driver.approve(invoice);
  stopPoint('allocation.settle', 'ask', 'after');
  if (approval.kind === 'approved')
    return await writeOutcome(ctx, allocation, 'waiting', {
      state: 'approved',
      number: approval.number,
    });
  await writeOutcome(ctx, allocation, 'waiting', {
    state: 'refused',
    code: approval.code,
    problem: storedProblem(approval.problem),
  });
}

export const decisionStates: Record<Decision, AllocationState> = {
  continue: 'continued',
  cancel: 'cancelled',
};

async function sendDecision(
  ctx: Context,
  connection: Connection,
  allocation: Allocation,
  decision: Decision,
): Promise<void> {
  const { documentId, invoice, code, problem } = allocation;
  await driverOf(ctx, connection).decide(decision, {
    invoiceId: documentId,
    sellerNumber: invoice.sellerNumber,
  });
  await writeOutcome(ctx, allocation, 'refused', {
    state: decisionStates[decision],
    code,
    problem,
  });
}

/**
 * Puts a document that the authority finds invalid in the hands of a user. Rethrows any other
 * error, so that the request is repeated.
 */
async function handleFailure(
  ctx: Context,
  connection: Connection,
  allocation: Allocation,
  error: unknown,
): Promise<void> {
  if (!(error instanceof TaxAuthorityFailure)) throw error;
  const { kind, code, field } = error;
  const problem = storedProblem(error.problem);
  if (kind === 'invalid' && allocation.decision === null)
    return await writeOutcome(ctx, allocation, 'waiting', {
      state: 'invalid',
      code,
      field,
      problem,
    });
  if (kind === 'credentials') await recordRejection(ctx, connection, problem);
  throw error;
}

/** Stores that the authority rejects the connection. Reported once until someone signs in again. */
async function recordRejection(
  ctx: Context,
  { companyId }: Connection,
  problem: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const { rows } = await sql`
      update tax_authority_connection set problem = ${problem} where company_id = ${companyId} and problem = '' returning company_id`.execute(
      db,
    );
    if (rows.length > 0) await notifySignIn({ ...ctx, db }, companyId, null);
  });
}
