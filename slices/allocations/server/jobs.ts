import { sql } from 'kysely';
import type { AuditNote } from '../../../server/platform/audit/audit.ts';
import { writeAudit } from '../../../server/platform/audit/audit.ts';
import type { Context } from '../../../server/platform/context.ts';
import { definePeriodicJob } from '../../../server/platform/tasks/periodicJobs.ts';
import { type Minimums, settle } from './ask.ts';
import { warnedAt } from './connections.ts';
import { notifySignIn } from './mails.ts';

/** So many documents in one round. */
const atOnce = 50;

/**
 * What waits for the authority and has its time: put off first, ever longer, up to once in six
 * hours, then asked.
 */
export async function lookAtAllocations(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ documentId: string }>`
    update allocation set looks = looks + 1, look_at = ${now}::timestamptz + interval '1 minute' * least(360, power(2, least(looks, 9)))
    where document_id in (select document_id from allocation where look_at <= ${now} order by look_at limit ${atOnce} for update skip locked)
    returning document_id as "documentId"`.execute(ctx.db);
  const minimums: Minimums = new Map();
  for (const { documentId } of rows) await each(ctx, documentId, minimums);
}

/**
 * One of many: what goes wrong with it holds up no other, and what is done about it is written into
 * the log of the portal.
 */
async function each(ctx: Context, documentId: string, minimums: Minimums): Promise<void> {
  const notes: AuditNote[] = [];
  try {
    await settle({ ...ctx, note: (note) => void notes.push(note) }, documentId, minimums);
    if (notes.length > 0) await writeAudit(ctx, ctx.db, 'tryAllocation', 'done', notes);
  } catch (error) {
    ctx.log.warn(
      { err: error, document: documentId },
      'the tax authority is asked about a document again later',
    );
  }
}

/** Sends reminders before the sign-in at the authority expires, each once. */
export async function warnOfSignIn(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  for (const days of [...warnedAt].reverse())
    await ctx.db.transaction().execute(async (db) => {
      const { rows } = await sql<{ companyId: string; until: Date }>`
        update tax_authority_connection set warned_days = ${days}
        where signed_in_until < ${now}::timestamptz + ${days} * interval '1 day' and (warned_days is null or warned_days > ${days})
        returning company_id as "companyId", signed_in_until as until`.execute(db);
      for (const { companyId, until } of rows) await notifySignIn({ ...ctx, db }, companyId, until);
    });
}

export const allocationJobs = [
  definePeriodicJob({ name: 'allocations.ask', everySeconds: 20, run: lookAtAllocations }),
  definePeriodicJob({ name: 'allocations.warn', everySeconds: 3600, run: warnOfSignIn }),
];
