import { sql } from 'kysely';
import { describeStored } from '../../../../drivers/problem.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { withDb } from '../../../../server/platform/http/callContext.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { notify } from '../../../../server/platform/notify/index.ts';
import { stuckNotifications } from './notifications.ts';

/**
 * The minimum interval between notifications for a company, in milliseconds. An outage affects many
 * documents.
 */
export const quietMs = 3_600_000;

/**
 * Notifies a company's administrators about failed exports. Each failure is reported once, all of
 * them in one notification.
 */
export async function notifyStuck(ctx: Context): Promise<void> {
  const { rows } = await sql<{ companyId: string }>`
    select distinct company_id as "companyId" from accounting_hand_over where state in ('refused', 'failed') and told_at is null`.execute(
    ctx.db,
  );
  for (const { companyId } of rows)
    await ctx.db
      .transaction()
      .execute((transaction) => notifyCompany(withDb(ctx, transaction), companyId));
}

interface StuckExports {
  state: 'refused' | 'failed';
  count: string;
  period: string;
  problem: string;
}

async function notifyCompany(ctx: Context, companyId: string): Promise<void> {
  const now = ctx.clock.now();
  const { numAffectedRows } = await sql`
    update accounting_connection set told_at = ${now}
    where company_id = ${companyId} and (told_at is null or told_at <= ${new Date(now.getTime() - quietMs)})`.execute(
    ctx.db,
  );
  if (Number(numAffectedRows ?? 0) === 0) return;
  const { rows: stuck } = await sql<StuckExports>`
    with told as (
      update accounting_hand_over set told_at = ${now} where company_id = ${companyId} and state in ('refused', 'failed') and told_at is null
      returning state, period, result_text, tried_at)
    select state, count(*)::text as count, (array_agg(period order by tried_at desc))[1] as period,
      (array_agg(result_text order by tried_at desc))[1] as problem
    from told group by state order by state`.execute(ctx.db);
  const recipients = await companyAdmins(ctx, companyId);
  for (const { state, count, period, problem } of stuck)
    for (const { userId, company } of recipients)
      await notify(ctx, {
        userId,
        notification: stuckNotifications[state],
        values: {
          count,
          company,
          problem: describeStored(problem),
          link: `${siteAddress(ctx)}${documentsPath(companyId, period, state)}`,
        },
      });
}

/** Returns a company's administrators. */
export async function companyAdmins(
  ctx: Pick<Context, 'db'>,
  companyId: string,
): Promise<{ userId: string; company: string }[]> {
  const { rows } = await sql<{ userId: string; company: string }>`
    select a.user_id as "userId", c.legal_name as company from company_admin a join company c on c.id = a.company_id
    where c.id = ${companyId} order by a.user_id`.execute(ctx.db);
  return rows;
}

/**
 * The path of the screen that lists a month's documents in this state and can export them again.
 */
export const documentsPath = (
  companyId: string,
  period: string,
  state: StuckExports['state'],
): string => `/invoicing/${companyId}/${period}/documenting?handOver=${state}`;
