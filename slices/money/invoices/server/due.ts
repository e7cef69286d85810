import { sql } from 'kysely';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { companyAccessFilter } from '../../companies/server/index.ts';
import { spanEnd } from '../../pricing/server/index.ts';
import { firstDay, monthBefore } from './run/periods.ts';

/**
 * A month ends everywhere at most twelve hours after it ends in UTC. One more hour is allowed for
 * recording usage.
 */
const allTimeZonesDelayMs = 13 * 3_600_000;

/**
 * Companies in the caller's scope with an uninvoiced last month: there was usage on their sites,
 * and the run with documents did not complete or has blocked customers.
 */
export async function countMonthsToInvoice(ctx: SignedInContext): Promise<number> {
  const thisMonth = new Date(ctx.clock.now().getTime() - allTimeZonesDelayMs)
    .toISOString()
    .slice(0, 7);
  const month = firstDay(monthBefore(thisMonth, 1));
  const { rows } = await sql<{ count: number }>`
    with reached as (
      select site.id as site_id, c.id as company_id from site join company c on c.id = company_of_site(site.id)
      where not site.is_sandbox and ${companyAccessFilter(ctx, 'c.id')}
    )
    select count(distinct company_id)::integer as count from reached
    where exists (
      select from span where span.site_id = reached.site_id and ${spanEnd('span')} > ${`${month}T00:00:00Z`}::timestamptz
        and span.from_at < ${`${firstDay(thisMonth)}T00:00:00Z`}::timestamptz
    ) and (
      not exists (select from invoicing_run r where r.company_id = reached.company_id and r.period = ${month}::date and r.is_done and r.issues)
      or exists (select from invoice i where i.company_id = reached.company_id and i.period = ${month}::date and i.state = 'blocked')
    )`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
