import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';

const rateLock = 7_216_056;

export interface DatedPair {
  base: string;
  quote: string;
  /** Date such as `2026-11-24`. */
  day: string;
}

/** The rate between two currencies used for a closed month. */
interface ClosedMonthRate {
  /** `2026-10` */
  month: string;
  from: string;
  to: string;
  rate: string;
}

/**
 * Changes rates in the caller's transaction, serialized across the portal. Throws
 * `exchangeRateSettled` if the rate of a closed month (by date in UTC) would change. Missing rates
 * can be added.
 */
export async function preserveClosedRates<T>(
  ctx: Pick<Context, 'db' | 'clock'>,
  changed: DatedPair,
  change: () => Promise<T>,
): Promise<T> {
  if (!ctx.db.isTransaction) throw new Error('Rates are changed in a transaction.');
  await sql`select pg_advisory_xact_lock(${rateLock})`.execute(ctx.db);
  const before = await closedMonthRates(ctx, changed);
  const answer = await change();
  const after = before.length > 0 ? await closedMonthRates(ctx, changed) : [];
  const rates = new Map(after.map((each) => [keyOf(each), each.rate]));
  const changedRate = before.find((each) => rates.get(keyOf(each)) !== each.rate);
  if (changedRate) throw userError('exchangeRateSettled', { ...changedRate }, 'day');
  return answer;
}

const keyOf = ({ month, from, to }: ClosedMonthRate): string => `${month} ${from} ${to}`;

/**
 * Returns the rates of closed months for all currency pairs that this pair and date can affect,
 * also through the euro.
 */
async function closedMonthRates(
  ctx: Pick<Context, 'db' | 'clock'>,
  { base, quote, day }: DatedPair,
): Promise<ClosedMonthRate[]> {
  const { rows } = await sql<ClosedMonthRate>`
    with month as (
      select to_char(first, 'YYYY-MM') as name, (first + interval '1 month - 1 day')::date as last_day
      from generate_series(date_trunc('month', ${day}::date::timestamp), date_trunc('month', ${ctx.clock.now()}::timestamptz at time zone 'UTC') - interval '1 month',
        interval '1 month') as first
    ), touched as (select case when ${base}::text = 'EUR' then ${quote}::text else ${base}::text end as code),
    other as (
      select unnest(array[${base}::text, ${quote}::text]) as code
      union select base from exchange_rate where 'EUR' in (${base}, ${quote}) union select quote from exchange_rate where 'EUR' in (${base}, ${quote})
    )
    select month.name as month, touched.code as from, other.code as to, trim_scale(known.rate)::text as rate
    from month cross join touched join other on other.code <> touched.code
    cross join lateral exchange_rate_at(touched.code, other.code, month.last_day) as known
    order by month.name, other.code in (${base}, ${quote}) desc, other.code`.execute(ctx.db);
  return rows;
}
