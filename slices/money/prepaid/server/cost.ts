import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import {
  type EstimatedItem,
  estimate,
  monthOfSites,
  type Order,
} from '../../pricing/server/index.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'language'>;

/** The amount an order requires immediately. */
export interface Cost {
  /** In major units, before tax. */
  amount: string;
  /** Whether the amount isn't positive, so that nothing more is due now. */
  isNone: boolean;
  currency: string;
}

/**
 * The immediate amount of an order of known size: one more hour of hourly items, rounded up to the
 * minor unit, the rest of the month for monthly items, rounded as on the bill, and one-time
 * purchases. Replaced items are credited as on the bill, excluding hours that have already started.
 */
export async function addedCost(
  ctx: Ctx,
  order: Order,
  { before, after }: NonNullable<Order['items']>,
): Promise<Cost> {
  const newCost = await calculateCharge(ctx, order, after);
  const owedBefore =
    before.length > 0 ? await calculateCharge(ctx, order, before) : { hour: '0', ahead: '0' };
  const { currency } = newCost;
  const { rows } = await sql<Omit<Cost, 'currency'>>`
    select amount::text as amount, amount <= 0 as "isNone" from (select (ceil(greatest(${newCost.hour}::numeric - ${owedBefore.hour}::numeric, 0) * coins) / coins + ${newCost.ahead}::numeric - ${owedBefore.ahead}::numeric)
      * ${order.times ?? 1}::integer as amount
    from (select power(10::numeric, minor_units(${currency})) as coins) as c) as owed`.execute(
    ctx.db,
  );
  return { ...(rows[0] ?? { amount: '0', isNone: true }), currency };
}

interface Charge {
  /** Exact. */
  hour: string;
  ahead: string;
  currency: string;
}

async function calculateCharge(
  ctx: Ctx,
  order: Order,
  items: readonly EstimatedItem[],
): Promise<Charge> {
  const { lines, currency } = await estimate(ctx, order, items, 1);
  const now = ctx.clock.now();
  // Spans begin in whole seconds.
  const startsAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  // A server keeps its one-time purchases when it is restored or transferred.
  const isPurchase = order.kind === 'taken';
  const { rows } = await sql<Omit<Charge, 'currency'>>`
    select coalesce(sum(case mode when 'hourly' then hourly end), 0)::text as hour,
      coalesce(sum(case mode when 'monthly' then round(monthly * share, decimals) when 'purchase' then case when ${isPurchase} then 0 else monthly end end), 0)::text as ahead
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (mode text, hourly numeric, monthly numeric),
      (select minor_units(${currency}) as decimals) as coin,
      (select extract(epoch from m.ends - ${startsAt}) / extract(epoch from m.ends - m.starts) as share from (${monthOfSites(now)}) m where m.site_id = ${order.siteId}) as month`.execute(
    ctx.db,
  );
  return { hour: rows[0]?.hour ?? '0', ahead: rows[0]?.ahead ?? '0', currency };
}
