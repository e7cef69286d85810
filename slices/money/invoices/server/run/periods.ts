import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { monthOfSites } from '../../../pricing/server/index.ts';

/** How long after the end of a month its usage can still arrive, in milliseconds. */
const settlingMs = 10 * 60_000;
const dayMs = 86_400_000;

/** A company's month. */
export interface Period {
  companyId: string;
  /** `2030-04` */
  period: string;
}

/** The first day of the month as a database date. */
export const firstDay = (period: string): string => `${period}-01`;

/**
 * SQL over `invoice i` and its `invoice_document d`: whether the document belongs to the month.
 * Documents without a month belong to the month in which they were issued, in UTC.
 */
export const monthCondition = ({ companyId, period }: Period): RawBuilder<boolean> => sql<boolean>`(
  i.company_id = ${companyId} and (i.period = ${firstDay(period)}::date
    or i.period is null and d.issued_at >= ${`${firstDay(period)}T00:00:00Z`}::timestamptz and d.issued_at < ${`${firstDay(monthBefore(period, -1))}T00:00:00Z`}::timestamptz))`;

/** A time that is within the month in every time zone. */
export const middleOf = (period: string): Date => new Date(`${period}-15T12:00:00Z`);

/** The month this many months earlier: `2030-01` and 1 return `2029-12`. */
export function monthBefore(period: string, months: number): string {
  const [year = 0, month = 1] = period.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}

/** The sites that the company sells at, including sub-sites without a company of their own. */
export async function sitesOf(ctx: Pick<Context, 'db'>, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from site where not is_sandbox and company_of_site(id) = ${companyId} order by id`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}

/**
 * When invoicing for the month opens: it has ended in every time zone of these sites, and its usage
 * is recorded.
 */
export async function invoicingOpeningTime(
  ctx: Pick<Context, 'db'>,
  period: string,
  siteIds: readonly string[],
): Promise<Date> {
  const { rows } = await sql<{ ends: Date | null }>`
    select max(ends) as ends from (${monthOfSites(middleOf(period))}) as month where site_id = any(${[...siteIds]}::uuid[])`.execute(
    ctx.db,
  );
  const endsAt =
    rows[0]?.ends ?? new Date(Date.parse(`${monthBefore(period, -1)}-01T00:00:00Z`) + dayMs);
  return new Date(endsAt.getTime() + settlingMs);
}
