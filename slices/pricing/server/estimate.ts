import { sql } from 'kysely';
import type * as z from 'zod';
import { refuse } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/languages.ts';
import type { Context } from '../../../server/platform/context.ts';
import type { estimateAnswer } from '../contract.ts';
import { itemOf, meteredItems, type PowerState, type WantedItem } from '../rules.ts';
import { type Buyer, type PriceItem, priceListFor } from './priceList.ts';
import { rating } from './rating.ts';

export type Estimate = z.output<typeof estimateAnswer>;
export type EstimatedItem = Omit<WantedItem, 'powerState'> & { powerState?: PowerState | undefined };

/** Hours of the longest month: what a whole month costs at most. */
export const hoursOfMonth = 744;

const anHour = '00000000-0000-4000-8000-000000000001';
const aMonth = '00000000-0000-4000-8000-000000000002';
const onePurchase = '00000000-0000-4000-8000-000000000003';

interface RatedItem {
  item: string;
  resource: Record<Language, string>;
  unit: Record<Language, string>;
  subjectId: string;
  exact: string;
  amount: string;
  isCapped: boolean;
  /** Of all items of this made-up subject. */
  exactSum: string;
  amountSum: string;
}

/**
 * What the items would cost at the prices of the list the buyer buys from now: the rating engine over made-up spans, one of
 * an hour and one of so many hours of a month of 31 days; what is bought once is by itself. Throws `priceMissing`.
 */
export async function estimate(
  ctx: Pick<Context, 'db' | 'clock' | 'language'>,
  buyer: Buyer,
  items: readonly EstimatedItem[],
  hours = hoursOfMonth,
): Promise<Estimate> {
  const list = await priceListFor(ctx.db, buyer, ctx.clock.now());
  const priceOf = (code: string) => {
    const found = list?.items.find((item) => item.code === code);
    if (!found) throw refuse('priceMissing', { resource: code });
    return found;
  };
  const metered = meteredItems(
    items.map((item) => ({ ...item, powerState: item.powerState ?? 'on' })),
    priceOf,
  );
  const soldAs = ({ code, id, offId }: PriceItem, item: string) => (item === code ? id : offId);
  const rated = await rate(
    ctx,
    metered.map((item) => ({ ...item, priceItemId: soldAs(priceOf(itemOf(item.item)), item.item) })),
    hours,
  );
  const lines = metered.map(({ item, quantity, mode }) => {
    const hour = rated.find((row) => row.item === item && row.subjectId === anHour);
    const month = rated.find((row) => row.item === item && row.subjectId === (mode === 'purchase' ? onePurchase : aMonth));
    return {
      ...{ item, quantity, mode, title: month?.resource[ctx.language] ?? item, unit: month?.unit[ctx.language] ?? '' },
      ...{ hourly: hour?.exact ?? '0', monthly: month?.amount ?? '0', capped: month?.isCapped ?? false },
    };
  });
  const sumOf = (subjectId: string) => rated.find((row) => row.subjectId === subjectId);
  const hourly = sumOf(anHour)?.exactSum ?? '0';
  const monthly = sumOf(aMonth)?.amountSum ?? '0';
  const once = sumOf(onePurchase)?.amountSum ?? '0';
  return { lines, hourly, monthly, once, hours, currency: list?.currency ?? '' };
}

/** The made-up spans of each item lie in January 2001 in UTC, a month of 31 days without a change of clocks. */
async function rate(
  ctx: Pick<Context, 'db'>,
  items: readonly { item: string; quantity: string; mode: string; priceItemId: string | null }[],
  hours: number,
): Promise<RatedItem[]> {
  const used = sql`
    select made_up.subject_id, made_up.subject_id as owner_id, wanted."priceItemId" as price_item_id,
      wanted.quantity, case when wanted.mode = 'hourly' then 'hourly' else 'monthly' end as mode, month.starts as from_at,
      case when wanted.mode <> 'hourly' then month.ends else month.starts + made_up.hours * interval '1 hour' end as to_at,
      month.starts as hours_from, 0::numeric as hour_paid, month.starts, month.ends, 2678400::bigint as month_seconds, month.ends as cut
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as wanted (quantity numeric, mode text, "priceItemId" uuid)
    join (values (${anHour}::uuid, 1), (${aMonth}::uuid, ${hours}::integer), (${onePurchase}::uuid, 0)) as made_up (subject_id, hours)
      on case wanted.mode when 'hourly' then made_up.hours > 0 when 'monthly' then made_up.subject_id = ${aMonth}::uuid else made_up.hours = 0 end
    cross join (select timestamptz '2001-01-01 00:00Z' as starts, timestamptz '2001-02-01 00:00Z' as ends) as month`;
  const { rows } = await sql<RatedItem>`
    with ${rating(used)}
    select line.item, price.resource, price.unit, line.subject_id as "subjectId", trim_scale(line.reckoned)::text as exact, line.amount::text as amount,
      part.mode = 'hourly' and part.hours * part.hour_cost > part.month_limit as "isCapped",
      trim_scale(sum(line.reckoned) over of_subject)::text as "exactSum", (sum(line.amount) over of_subject)::text as "amountSum"
    from rated_line line join rated_part part using (subject_id, item) join price_item price on price.id = part.price_item_id
    window of_subject as (partition by line.subject_id)`.execute(ctx.db);
  return rows;
}
