import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Context } from '../../../../server/platform/context.ts';
import type { dunningEndpoints } from '../contract.ts';
import { reasonText } from './messages.ts';

type Logged = z.output<(typeof dunningEndpoints)['getOwnDunning']['answer']>['log'][number];

export interface Entry {
  companyId: string;
  userId: string;
  documentId: string;
  step: string;
  kind: string;
  plannedOn: string;
  doneOn: string;
  outcome: 'done' | 'skipped';
  reason: string;
  facts: Record<string, string>;
}

/** Records a completed step. Returns false if it was already recorded. */
export async function writeStep(
  ctx: Pick<Context, 'db' | 'clock'>,
  entry: Entry,
): Promise<boolean> {
  const { rows } = await sql`
    insert into dunning_step (company_id, user_id, document_id, step, kind, planned_on, done_on, at, outcome, reason, facts)
    values (${entry.companyId}, ${entry.userId}, ${entry.documentId}, ${entry.step}, ${entry.kind}, ${entry.plannedOn}::date, ${entry.doneOn}::date,
      ${ctx.clock.now()}, ${entry.outcome}, ${entry.reason}, ${JSON.stringify(entry.facts)}::jsonb)
    on conflict (document_id, step) do nothing returning id`.execute(ctx.db);
  return rows.length > 0;
}

/** The maximum number of entries shown. */
const maxShown = 100;

interface Row extends Omit<Logged, 'at' | 'note'> {
  at: Date;
  reason: string;
  facts: Record<string, string>;
}

/**
 * Returns a customer's completed steps, newest first. `condition` is a condition on `dunning_step s`.
 */
export async function readLog(
  ctx: Pick<Context, 'db' | 'language'>,
  condition: RawBuilder<unknown>,
): Promise<Logged[]> {
  const { rows } = await sql<Row>`
    select s.id::integer as id, s.at, s.kind, d.written as document, to_char(s.planned_on, 'YYYY-MM-DD') as "plannedOn",
      to_char(s.done_on, 'YYYY-MM-DD') as "doneOn", s.outcome, s.reason, s.facts
    from dunning_step s join invoice_document d on d.id = s.document_id where ${condition} order by s.at desc, s.id desc limit ${sql.lit(maxShown)}`.execute(
    ctx.db,
  );
  return rows.map(({ reason, facts, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    note: reasonText(reason, facts, ctx.language),
  }));
}
