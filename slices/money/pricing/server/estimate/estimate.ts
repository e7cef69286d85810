import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import type { estimateAnswer } from '../../contract.ts';
import { itemOf, meteredItems, type PowerState, type RequestedItem } from '../../rules.ts';
import { unitAfter } from '../messages.ts';
import { type Buyer, type PriceItem, priceListFor } from '../priceList.ts';
import { monthOfSites, rating } from '../rating/rating.ts';

export type Estimate = z.output<typeof estimateAnswer>;
export type EstimatedItem = Omit<RequestedItem, 'powerState'> & {
  powerState?: PowerState | undefined;
};

/** Hours of the longest month, which determine the maximum cost of a month. */
export const hoursOfMonth = 744;

/**
 * What is rated for each item: an hour, the hours of a long month, one-time purchases, and the rest
 * of the current month.
 */
type Kind = 'hour' | 'month' | 'once' | 'rest';

interface RatedItem {
  item: string;
  kind: Kind;
  resource: LocalizedText;
  unit: LocalizedText;
  quantity: string;
  exact: string;
  amount: string;
  isCapped: boolean;
  /** The sum of all items of this kind. */
  exactSum: string;
  amountSum: string;
}

/**
 * The cost of the items at the prices of the list that the buyer currently uses. Runs the rating
 * engine on simulated spans of one hour, of `hours` in a month of 31 days, and from now to the end
 * of the site's month. One-time purchases are separate. `subjects` is the number of identical
 * resources, each with its own lines. Throws `priceMissing`.
 */
export async function estimate(
  ctx: Pick<Context, 'db' | 'clock' | 'language'>,
  buyer: Buyer,
  items: readonly EstimatedItem[],
  hours = hoursOfMonth,
  subjects = 1,
): Promise<Estimate> {
  const now = ctx.clock.now();
  const list = await priceListFor(ctx.db, buyer, now);
  const priceOf = (code: string) => {
    const found = list?.items.find((item) => item.code === code);
    if (!found) throw userError('priceMissing', { resource: code });
    return found;
  };
  const metered = meteredItems(
    items.map((item) => ({ ...item, powerState: item.powerState ?? 'on' })),
    priceOf,
  );
  const priceItemIdOf = ({ code, id, offId }: PriceItem, item: string) =>
    item === code ? id : offId;
  const priced = metered.map((item) => ({
    ...item,
    side: 0,
    subjectId: placeholderSubject,
    priceItemId: priceItemIdOf(priceOf(itemOf(item.item)), item.item),
  }));
  const ratedLines = await rate(
    ctx,
    sql`${hypotheticalSpans(priced, hours)} union all ${remainderOfMonth(priced, buyer.siteId, now)}`,
    subjects,
  );
  const lines = metered.map(({ item, mode, ...rest }) => {
    const lineOf = (kind: Kind) => ratedLines.find((row) => row.item === item && row.kind === kind);
    const month = lineOf(mode === 'purchase' ? 'once' : 'month');
    return {
      ...{
        item,
        mode,
        quantity: month?.quantity ?? rest.quantity,
        title: month?.resource[ctx.language] ?? item,
      },
      ...{
        unit: month ? unitAfter(month.quantity, month.unit, ctx.language) : '',
        hourly: lineOf('hour')?.exact ?? '0',
        monthly: month?.amount ?? '0',
      },
      capped: month?.isCapped ?? false,
    };
  });
  const sumOf = (kind: Kind) => ratedLines.find((row) => row.kind === kind);
  return {
    lines,
    ...{
      hourly: sumOf('hour')?.exactSum ?? '0',
      monthly: sumOf('month')?.amountSum ?? '0',
      once: sumOf('once')?.amountSum ?? '0',
    },
    ...{ thisMonth: sumOf('rest')?.amountSum ?? '0', hours, currency: list?.currency ?? '' },
  };
}

const placeholderSubject = '00000000-0000-4000-8000-000000000001';

/** A priced item of a subject. `side` is 0 or 1, and the two sides are rated separately. */
export interface PricedItem {
  subjectId: string;
  side: number;
  quantity: string;
  mode: string;
  priceItemId: string | null;
}

const requestedItems = (items: readonly PricedItem[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as wanted ("subjectId" uuid, side integer, quantity numeric, mode text, "priceItemId" uuid)`;

/** The owner of a simulated span encodes its side and kind (`kindOf`, `sideOf`). */
const ownerOf = (kind: RawBuilder<unknown>) =>
  sql`('00000000-0000-4000-8000-0000000000' || wanted.side || ${kind})::uuid`;
const kinds = ['hour', 'month', 'once', 'rest'] as const satisfies readonly Kind[];
export const kindOf = (owner: RawBuilder<unknown>) =>
  sql`(array[${sql.join(kinds)}]::text[])[right(${owner}::text, 1)::integer]`;
export const sideOf = (owner: RawBuilder<unknown>) => sql`substr(${owner}::text, 35, 1)::integer`;

/**
 * Simulated spans of an hour, of the hours of a month, and of one-time purchases. They are in
 * January 2001 in UTC, a month of 31 days without a clock change.
 */
export const hypotheticalSpans = (
  items: readonly PricedItem[],
  hours: number,
): RawBuilder<unknown> => sql`
    select wanted."subjectId" as subject_id, ${ownerOf(sql`made_up.kind`)} as owner_id, wanted."priceItemId" as price_item_id,
      wanted.quantity, case when wanted.mode = 'hourly' then 'hourly' else 'monthly' end as mode, month.starts as from_at,
      case when wanted.mode <> 'hourly' then month.ends else month.starts + made_up.hours * interval '1 hour' end as to_at,
      month.starts as hours_from, 0::numeric as hour_paid, month.starts, month.ends, 2678400::bigint as month_seconds, month.ends as cut
    from ${requestedItems(items)}
    join (values (1, 1), (2, ${hours}::integer), (3, 0)) as made_up (kind, hours)
      on case wanted.mode when 'hourly' then made_up.kind < 3 when 'monthly' then made_up.kind = 2 else made_up.kind = 3 end
    cross join (select timestamptz '2001-01-01 00:00Z' as starts, timestamptz '2001-02-01 00:00Z' as ends) as month`;

/**
 * Spans from now on, in the site's month. The full price of a one-time purchase counts in this
 * month.
 */
const remainderOfMonth = (
  items: readonly PricedItem[],
  siteId: string,
  now: Date,
): RawBuilder<unknown> => sql`
    select wanted."subjectId", ${ownerOf(sql`4`)}, wanted."priceItemId", wanted.quantity, case when wanted.mode = 'hourly' then 'hourly' else 'monthly' end,
      case when wanted.mode = 'purchase' then month.starts else begins.at end, 'infinity'::timestamptz,
      begins.at, 0, month.starts, month.ends, extract(epoch from month.ends - month.starts)::bigint, month.ends
    from ${requestedItems(items)} cross join (select date_trunc('second', ${now}::timestamptz) as at) as begins
    join (${monthOfSites(now)}) as month on month.site_id = ${siteId}`;

/**
 * Rates the spans, with totals for several identical subjects, whose lines are rounded separately.
 */
async function rate(
  ctx: Pick<Context, 'db'>,
  spans: RawBuilder<unknown>,
  subjects: number,
): Promise<RatedItem[]> {
  const multiplied = (amount: RawBuilder<unknown>) => sql`(${amount} * ${subjects}::integer)`;
  const { rows } = await sql<RatedItem>`
    with ${rating(spans)}
    select line.item, ${kindOf(sql`line.owner_id`)} as kind, price.resource, price.unit, trim_scale(${multiplied(sql`part.quantity`)})::text as quantity,
      trim_scale(${multiplied(sql`line.reckoned`)})::text as exact, ${multiplied(sql`line.amount`)}::text as amount,
      part.mode = 'hourly' and part.hours * part.hour_cost > part.month_limit as "isCapped",
      trim_scale(${multiplied(sql`sum(line.reckoned) over of_kind`)})::text as "exactSum", ${multiplied(sql`sum(line.amount) over of_kind`)}::text as "amountSum"
    from rated_line line join rated_part part using (subject_id, owner_id, item) join price_item price on price.id = part.price_item_id
    window of_kind as (partition by line.owner_id)`.execute(ctx.db);
  return rows;
}
