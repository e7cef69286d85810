import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { padded } from '../../../../server/platform/decimals/decimals.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { resumeByPayment } from '../../../people/accounts/server/index.ts';
import { disputeStates, openDisputes } from '../../payments/server/index.ts';
import { inTransaction, lockCustomerForUpdate } from './apply.ts';
import { type Case, type CaseKey, readCase } from './evaluation/cases.ts';
import { pausedKey, resumedKey, wonDisputeKey } from './evaluation/plan.ts';
import { type Entry, writeStep } from './log.ts';

/**
 * Records, once each, that a dispute pauses the collection of its amount, and that the dispute has
 * ended.
 */
export async function recordPauses(ctx: Context): Promise<void> {
  await recordStartedPauses(ctx);
  await recordEndedPauses(ctx);
}

interface DisputedCase extends CaseKey {
  disputeId: string;
  amount: string;
}

async function recordStartedPauses(ctx: Context): Promise<void> {
  const { rows } = await sql<DisputedCase>`
    select d.id as "disputeId", d.company_id as "companyId", d.user_id as "userId", d.currency, trim_scale(d.amount)::text as amount
    from ${openDisputes} d where not exists (select from dunning_step s where s.kind = 'paused' and s.step = ${sql.lit(pausedKey(''))} || d.id)`.execute(
    ctx.db,
  );
  for (const dispute of rows) {
    const found = await readCase(ctx, dispute);
    if (!found?.isOn || found.disputed === '0') continue;
    const details = { amount: padded(dispute.amount, found.digits), currency: dispute.currency };
    await write(ctx, found, {
      documentId: found.document.id,
      step: pausedKey(dispute.disputeId),
      kind: 'paused',
      reason: 'disputed',
      facts: details,
    });
  }
}

interface StartedPause extends CaseKey {
  disputeId: string;
  documentId: string;
  siteId: string;
  facts: Record<string, string>;
}

async function recordEndedPauses(ctx: Context): Promise<void> {
  const { rows } = await sql<StartedPause>`
    select begun.* from (
      select substr(s.step, ${sql.lit(pausedKey('').length + 1)}) as "disputeId", s.company_id as "companyId", s.user_id as "userId",
        s.facts ->> 'currency' as currency, s.document_id as "documentId", u.site_id as "siteId", s.facts
      from dunning_step s join user_account u on u.id = s.user_id where s.kind = 'paused') begun
    where not exists (select from dunning_step e where e.kind = 'resumed' and e.step in (
        ${sql.lit(resumedKey(''))} || begun."disputeId", ${sql.lit(wonDisputeKey(''))} || begun."disputeId"))
      and not exists (select from ${openDisputes} d where d.id::text = begun."disputeId")`.execute(
    ctx.db,
  );
  const states = await disputeStates(
    ctx,
    rows.map(({ disputeId }) => disputeId),
  );
  for (const { disputeId, documentId, facts, ...key } of rows) {
    const isDecided = states.get(disputeId) === 'won' || states.get(disputeId) === 'open';
    const found = await readCase(ctx, key);
    const today = ctx.clock.now().toISOString().slice(0, 10);
    await write(ctx, found ?? { ...key, today }, {
      ...{
        documentId: found && !isDecided ? found.document.id : documentId,
        step: (isDecided ? wonDisputeKey : resumedKey)(disputeId),
        kind: 'resumed',
      },
      ...{ reason: isDecided ? 'disputeWon' : 'disputeLost', facts },
    });
  }
}

type LoggedStep = Pick<Entry, 'documentId' | 'step' | 'kind' | 'reason' | 'facts'>;

async function write(
  ctx: Context,
  { userId, companyId, siteId, today }: CaseKey & Pick<Case, 'siteId' | 'today'>,
  entry: LoggedStep,
) {
  await inTransaction(ctx, async (inner) => {
    const isNew = await writeStep(inner, {
      ...entry,
      companyId,
      userId,
      plannedOn: today,
      doneOn: today,
      outcome: 'done',
    });
    if (!isNew) return;
    inner.note({
      targetType: 'user',
      targetId: userId,
      after: { dunning: entry.kind },
      detail: { reason: entry.reason },
    });
    await announce(inner.db, { topic: 'billing', id: userId, siteId, ownerId: userId });
  });
}

/** Resumes customers who were suspended for a debt that is no longer collected. */
export async function resumeNoLongerDue(ctx: Context, cases: readonly Case[]): Promise<void> {
  for (const before of cases) {
    if (!before.isOn || before.rest === null || before.accountState !== 'Suspended-Billing')
      continue;
    await inTransaction(ctx, async (inner) => {
      await lockCustomerForUpdate(inner, before);
      const found = await readCase(inner, before);
      const { rows } = await sql`
        select from dunning_step where user_id = ${before.userId} and company_id = ${before.companyId} and reason = 'suspended' and outcome = 'done' limit 1`.execute(
        inner.db,
      );
      if (found?.rest && rows.length > 0) await resumeByPayment(inner, found.userId);
    });
  }
}
