import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { noticeDays } from './connection/connections.ts';
import { notifySignIn } from './mails.ts';

/** Sends reminders before the sign-in at the authority expires, each of them once. */
export async function warnOfSignIn(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  for (const days of [...noticeDays].reverse())
    await ctx.db.transaction().execute(async (db) => {
      const { rows } = await sql<{ companyId: string; until: Date }>`
        update tax_authority_connection set warned_days = ${days}
        where signed_in_until < ${now}::timestamptz + ${days} * interval '1 day' and (warned_days is null or warned_days > ${days})
        returning company_id as "companyId", signed_in_until as until`.execute(db);
      for (const { companyId, until } of rows) await notifySignIn({ ...ctx, db }, companyId, until);
    });
}

export const allocationJobs = [
  definePeriodicJob({ name: 'allocations.warn', everySeconds: 3600, run: warnOfSignIn }),
];
