import { sql } from 'kysely';
import type * as z from 'zod';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { priceListFor, trafficOverage } from '../../../money/pricing/server/index.ts';
import { findServer } from '../../servers/server/index.ts';
import type { monthsTraffic } from '../contract.ts';
import { overageGb, packaged, unmeteredItem } from './traffic.ts';

type Traffic = z.output<typeof monthsTraffic>;
type TrafficUsage = Omit<Traffic, 'price' | 'currency'>;

/**
 * Returns a server's traffic usage this month against its package, as of the last calculation.
 * Visible only to the owner's account, because groups can't grant billing access. Throws
 * `notFound`.
 */
export async function getTraffic(ctx: SignedInContext, serverId: string): Promise<Traffic> {
  const { id, ownerId, siteId } = await findServer(ctx, serverId, 'own');
  const now = ctx.clock.now();
  const list = await priceListFor(ctx.db, { siteId, ownerId }, now);
  const overageItem = list?.items.find(({ code }) => code === trafficOverage);
  const { rows } = await sql<TrafficUsage>`
    with open_month as (
      select ${id}::uuid as subject_id, ${ownerId}::uuid as owner_id, site.id as site_id, local::date as month,
        local at time zone site.time_zone as starts, (local + interval '1 month') at time zone site.time_zone as ends
      from site, lateral (select date_trunc('month', ${now}::timestamptz at time zone site.time_zone) as local) as now where site.id = ${siteId}
    )
    select to_char(open_month.month, 'YYYY-MM') as month, bytes::int8 as bytes, trim_scale(round(included, 2))::text as "includedGb",
      exists (select from span where span.subject_id = ${id} and span.item ~ ${unmeteredItem} and span.to_at is null) as "isUnmetered",
      trim_scale(${overageGb(sql`bytes`, sql`included`)})::text as "beyondGb"
    from open_month left join metered_use used
      on (used.subject_id, used.owner_id, used.site_id, used.month) = (open_month.subject_id, open_month.owner_id, open_month.site_id, open_month.month)
      and used.item = ${trafficOverage}
    cross join lateral (select coalesce(used.counted, 0)::numeric as bytes, (${packaged})::numeric + ${overageItem?.included ?? '0'}::numeric as included) as had`.execute(
    ctx.db,
  );
  return {
    ...(rows[0] as TrafficUsage),
    price: overageItem?.monthly ?? null,
    currency: list?.currency ?? null,
  };
}
