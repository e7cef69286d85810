import { sql } from 'kysely';
import type { Context } from '../../../server/platform/context.ts';
import { type EstimatedItem, estimate, monthOfSites, type Order } from '../../pricing/server/index.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'language'>;

/** What an order owes at once. */
export interface Cost {
  /** In coins, before tax. */
  amount: string;
  /** It is not above zero: nothing more is owed now. */
  isNone: boolean;
  currency: string;
}

/**
 * What an order of known size owes at once: an hour more of what is billed by the hour, in whole coins upwards; the rest of the month
 * ahead of what is billed by the month, rounded as the bill rounds it; and what is bought. What it takes the place of is given back as
 * the bill gives it back: hours that have begun are not.
 */
export async function costNow(ctx: Ctx, order: Order, { before, after }: NonNullable<Order['items']>): Promise<Cost> {
  const wanted = await owed(ctx, order, after);
  const had = before.length > 0 ? await owed(ctx, order, before) : { hour: '0', ahead: '0' };
  const { currency } = wanted;
  const { rows } = await sql<Omit<Cost, 'currency'>>`
    select amount::text as amount, amount <= 0 as "isNone" from (select (ceil(greatest(${wanted.hour}::numeric - ${had.hour}::numeric, 0) * coins) / coins + ${wanted.ahead}::numeric - ${had.ahead}::numeric)
      * ${order.times ?? 1}::integer as amount
    from (select power(10::numeric, minor_units(${currency})) as coins) as c) as owed`.execute(ctx.db);
  return { ...(rows[0] ?? { amount: '0', isNone: true }), currency };
}

interface Owed {
  /** Exact. */
  hour: string;
  ahead: string;
  currency: string;
}

async function owed(ctx: Ctx, order: Order, items: readonly EstimatedItem[]): Promise<Owed> {
  const { lines, currency } = await estimate(ctx, order, items, 1);
  const now = ctx.clock.now();
  // Spans begin in whole seconds.
  const begins = new Date(Math.floor(now.getTime() / 1000) * 1000);
  // What was bought for a server comes along with it.
  const isBought = order.kind === 'taken';
  const { rows } = await sql<Omit<Owed, 'currency'>>`
    select coalesce(sum(case mode when 'hourly' then hourly end), 0)::text as hour,
      coalesce(sum(case mode when 'monthly' then round(monthly * share, decimals) when 'purchase' then case when ${isBought} then 0 else monthly end end), 0)::text as ahead
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (mode text, hourly numeric, monthly numeric),
      (select minor_units(${currency}) as decimals) as coin,
      (select extract(epoch from m.ends - ${begins}) / extract(epoch from m.ends - m.starts) as share from (${monthOfSites(now)}) m where m.site_id = ${order.siteId}) as month`.execute(
    ctx.db,
  );
  return { hour: rows[0]?.hour ?? '0', ahead: rows[0]?.ahead ?? '0', currency };
}
