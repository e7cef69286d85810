import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { resumeByPayment } from '../../../../people/accounts/server/index.ts';
import { unpaidDocuments } from '../../../invoices/server/index.ts';
import { allocatedCharges } from '../../../ledger/server/index.ts';
import type { Step } from '../../contract.ts';
import { chargeOf, inTransaction } from '../apply.ts';
import { writeStep } from '../log.ts';
import { dayAt } from './cases.ts';
import { withKeys } from './plan.ts';

/** A document that had dunning steps and is now paid. */
interface PaidDocument {
  documentId: string;
  number: string;
  companyId: string;
  userId: string;
  siteId: string;
  today: string;
  steps: Step[];
  done: string[];
  /** Whether one of the steps suspended the account. */
  hasSuspended: boolean;
}

/** The maximum number of documents per round. */
const batchSize = 500;

/**
 * Records once, for every document that has been paid, that no more steps follow and which ones are
 * skipped.
 */
export async function closeSettled(ctx: Context): Promise<void> {
  const open = sql`(t.user_id, t.company_id) in (
    select user_id, company_id from dunning_step group by document_id, user_id, company_id having not bool_or(kind = 'settled'))`;
  const { rows } = await sql<PaidDocument>`
    select d.id as "documentId", d.written as number, d.company_id as "companyId", d.user_id as "userId", u.site_id as "siteId",
      ${dayAt(ctx, sql`site.time_zone`)} as today, coalesce(p.steps, '[]') as steps, s.done,
      s.suspended as "hasSuspended"
    from (select document_id, array_agg(step) as done, coalesce(bool_or(reason = 'suspended' and outcome = 'done'), false) as suspended
      from dunning_step group by document_id having not bool_or(kind = 'settled')) s
    join invoice_document d on d.id = s.document_id join user_account u on u.id = d.user_id join site on site.id = u.site_id
    join ${allocatedCharges(open)} a on a.id = d.transaction_id and a.unpaid = 0
    left join lateral (
      select p.steps from dunning_policy p where p.company_id = d.company_id and (p.user_id = d.user_id or p.user_id is null)
      order by p.user_id nulls last limit 1) p on true
    limit ${sql.lit(batchSize)}`.execute(ctx.db);
  for (const paidDocument of rows) await inTransaction(ctx, (inner) => close(inner, paidDocument));
}

async function close(ctx: Context, paidDocument: PaidDocument): Promise<void> {
  const { documentId, number, companyId, userId, siteId, today, steps, done } = paidDocument;
  const remainingSteps: Step[] = [];
  for (const { key, step } of withKeys(steps).filter((one) => !done.includes(one.key))) {
    const charge = step.kind === 'retry' ? await chargeOf(ctx, userId, documentId, key) : null;
    if (!charge) remainingSteps.push(step);
    else {
      const { outcome, reason, facts } = charge;
      await writeStep(ctx, {
        companyId,
        userId,
        documentId,
        step: key,
        kind: 'retry',
        plannedOn: today,
        doneOn: today,
        outcome,
        reason,
        facts,
      });
    }
  }
  const isNew = await writeStep(ctx, {
    ...{
      companyId,
      userId,
      documentId,
      step: 'settled',
      kind: 'settled',
      plannedOn: today,
      doneOn: today,
      outcome: 'skipped',
    },
    ...{ reason: 'settled', facts: { left: remainingSteps.map(({ kind }) => kind).join(',') } },
  });
  if (!isNew) return;
  ctx.note({
    targetType: 'user',
    targetId: userId,
    after: { dunning: 'settled' },
    detail: { document: number },
  });
  if (paidDocument.hasSuspended) await resume(ctx, paidDocument);
  await announce(ctx.db, { topic: 'billing', id: userId, siteId, ownerId: userId });
}

/**
 * Resumes accounts after payments of only the overdue part and after write-offs, because amounts
 * not yet due don't suspend an account. A payment of the full amount due has already resumed the
 * account.
 */
async function resume(ctx: Context, { userId, companyId, today }: PaidDocument): Promise<void> {
  const unpaid = await unpaidDocuments(ctx, userId, companyId);
  if (unpaid.every(({ dueOn }) => dueOn >= today)) await resumeByPayment(ctx, userId);
}
