import { sql } from 'kysely';
import { type Decision, TaxAuthorityFailure } from '../../../drivers/taxAuthority/port.ts';
import type { Context } from '../../../server/platform/context.ts';
import { stopPoint } from '../../../server/platform/tasks/stopPoints.ts';
import { type Connection, readConnection } from './connections.ts';
import { driverOf } from './drivers.ts';
import { notifySignIn } from './mails.ts';
import { again, writeOutcome, writeProblem } from './outcome.ts';
import { inShekels, reaches } from './shekels.ts';
import type { Allocation, AllocationState } from './store.ts';

/**
 * The minimum amounts that were asked for in one round, by company and day: a month has many
 * documents of one day.
 */
export type Minimums = Map<string, string>;

/**
 * Updates a document to its state at the authority: requests its number or reports a user's
 * decision. Idempotent and safe to call concurrently, because the authority identifies the document
 * by one ID and repeats its response.
 */
export async function settle(
  ctx: Context,
  documentId: string,
  minimums: Minimums = new Map(),
): Promise<void> {
  const allocation = await again(ctx, documentId);
  const { state, decision, companyId } = allocation;
  if (state !== 'waiting' && decision === null) return;
  const connection = await readConnection(ctx, companyId);
  if (!connection) return;
  try {
    if (decision !== null) await sendDecision(ctx, connection, allocation, decision);
    else await ask(ctx, connection, allocation, minimums);
  } catch (error) {
    await leave(ctx, connection, allocation, error);
  }
}

async function ask(
  ctx: Context,
  connection: Connection,
  allocation: Allocation,
  minimums: Minimums,
): Promise<void> {
  const driver = driverOf(ctx, connection);
  const { issuedOn } = allocation.invoice;
  const day = `${connection.companyId} ${issuedOn}`;
  const minimum = minimums.get(day) ?? (await driver.minimumAmount(issuedOn));
  minimums.set(day, minimum);
  const invoice = await inShekels(ctx, allocation);
  if (!(await reaches(ctx, invoice.net, minimum)))
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
    problem: approval.message,
  });
}

export const decided: Record<Decision, AllocationState> = {
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
  await writeOutcome(ctx, allocation, 'refused', { state: decided[decision], code, problem });
}

/**
 * What the authority finds wrong with a document waits for a person; anything else for the next
 * time.
 */
async function leave(
  ctx: Context,
  connection: Connection,
  allocation: Allocation,
  error: unknown,
): Promise<void> {
  if (!(error instanceof TaxAuthorityFailure)) throw error;
  const { kind, message, code, field } = error;
  if (kind === 'invalid' && allocation.decision === null)
    return await writeOutcome(ctx, allocation, 'waiting', {
      state: 'invalid',
      code,
      field,
      problem: message,
    });
  await writeProblem(ctx, allocation.documentId, message);
  if (kind === 'credentials') await writeRefused(ctx, connection, message);
}

/** The authority rejects the connection. Reported once, until someone signs in again. */
async function writeRefused(
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
