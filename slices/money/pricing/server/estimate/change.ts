import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Context } from '../../../../../server/platform/context.ts';
import type { costPreview } from '../../contract.ts';
import { rating, spansOfMonth } from '../rating/rating.ts';
import { newSpanRows, planSpans, type SpanPlan, type SubjectItems } from '../rating/spanPlans.ts';
import { hoursOfMonth, hypotheticalSpans, kindOf, type PricedItem, sideOf } from './estimate.ts';

export type CostPreview = z.output<typeof costPreview>;
export type CostChange = CostPreview['changes'][number];

type PriceContext = Pick<Context, 'db' | 'clock'>;

/**
 * The effect on prices and on this month's invoice if each subject has these items from now on, one
 * row per currency. Compares the current spans with those that `setSpans` would write, both rated
 * by the billing engine. Subjects without metering before and after are omitted. Throws
 * `priceMissing`.
 */
export async function previewSpans(
  ctx: PriceContext,
  changes: readonly SubjectItems[],
): Promise<CostChange[]> {
  const plans = await planSpans(ctx, changes);
  const items = plans.flatMap((plan) => [
    ...pricedOf(plan, [...plan.kept, ...plan.ending], 0),
    ...pricedOf(plan, [...plan.kept, ...plan.fresh], 1),
  ]);
  return await compare(ctx, items, plans);
}

/** The price difference between two sets of items at today's prices. Throws `priceMissing`. */
export async function previewItems(
  ctx: PriceContext,
  before: readonly SubjectItems[],
  after: readonly SubjectItems[],
): Promise<CostChange[]> {
  const sideOfPlans = async (changes: readonly SubjectItems[], side: number) =>
    (await planSpans(ctx, changes)).flatMap((plan) =>
      pricedOf(plan, [...plan.kept, ...plan.fresh], side),
    );
  return await compare(
    ctx,
    [...(await sideOfPlans(before, 0)), ...(await sideOfPlans(after, 1))],
    null,
  );
}

const pricedOf = (
  { subject }: SpanPlan,
  spans: readonly Omit<PricedItem, 'side' | 'subjectId'>[],
  side: number,
): PricedItem[] =>
  spans.map(({ quantity, mode, priceItemId }) => ({
    subjectId: subject.id,
    side,
    quantity,
    mode,
    priceItemId,
  }));

/**
 * With `plans`, also calculates the effect on the month's invoice. Earlier one-time purchases
 * aren't bought again.
 */
async function compare(
  ctx: PriceContext,
  items: readonly PricedItem[],
  plans: readonly SpanPlan[] | null,
): Promise<CostChange[]> {
  const sumOf = (side: number, kind: string, amount: string) =>
    sql`coalesce(sum(${sql.ref(amount)}) filter (where side = ${sql.lit(side)} and kind = ${sql.lit(kind)}), 0)`;
  const { rows } = await sql<{ change: CostChange }>`
    with this_month as (${plans ? thisMonth(ctx, plans) : noMonth}),
    whole as (
      with ${rating(hypotheticalSpans(items, hoursOfMonth))}
      select currency, ${sumOf(0, 'hour', 'reckoned')} as hour_before, ${sumOf(1, 'hour', 'reckoned')} as hour_after,
        ${sumOf(0, 'month', 'amount')} as month_before, ${sumOf(1, 'month', 'amount')} as month_after
      from (select *, ${kindOf(sql`owner_id`)} as kind, ${sideOf(sql`owner_id`)} as side from rated_line) as line group by currency
    )
    select jsonb_build_object('currency', currency,
      'before', jsonb_build_object('hourly', trim_scale(hour_before)::text, 'monthly', month_before::text),
      'after', jsonb_build_object('hourly', trim_scale(hour_after)::text, 'monthly', month_after::text),
      'added', jsonb_build_object('hourly', trim_scale(hour_after - hour_before)::text, 'monthly', (month_after - month_before)::text,
        'once', coalesce(bought_after - bought_before, 0)::text),
      'thisMonth', case when ${plans !== null} then jsonb_build_object('before', coalesce(invoice_before, 0)::text, 'after', coalesce(invoice_after, 0)::text,
        'added', coalesce(invoice_after - invoice_before, 0)::text) end) as change
    from whole left join this_month using (currency) order by currency`.execute(ctx.db);
  return rows.map(({ change }) => change);
}

const noMonth = sql`
  select null::text as currency, 0::numeric as invoice_before, 0::numeric as invoice_after, 0::numeric as bought_before, 0::numeric as bought_after where false`;

const spanColumns = sql`subject_id, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from, hour_paid`;

/**
 * The invoice lines of the current month until its end for the subjects of the plans, without and
 * with the plans, one row per currency. The second calculation reads `span` as it would be.
 */
function thisMonth(
  { clock }: Pick<Context, 'clock'>,
  plans: readonly SpanPlan[],
): RawBuilder<unknown> {
  const subjects = plans.map(({ subject, at }) => ({ id: subject.id, owner: subject.ownerId, at }));
  const endingIds = plans.flatMap((plan) => plan.ending.map(({ id }) => id));
  const planned = sql`jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as planned (id uuid, owner uuid, at timestamptz)`;
  const plannedSpans = spansOfMonth(
    { at: clock.now(), until: null },
    sql`(span.subject_id, span.owner_id) in (select id, owner from ${planned})`,
  );
  const isEnding = sql`span.id = any(${endingIds}::bigint[])`;
  const spansAsPlanned = sql`
    with ended as (
      select subject_id, owner_id, site_id, item, price_item_id, quantity, mode, from_at, case when ${isEnding} then planned.at else to_at end as to_at,
        hours_from, hour_paid
      from span join ${planned} on planned.id = span.subject_id where not (${isEnding} and from_at = planned.at)
    ),
    begun as (with span as (select * from ended) ${newSpanRows(plans)}),
    span as (
      select ${spanColumns} from ended
      union all
      select subject_id, owner_id, site_id, item, price_item_id, quantity, mode, from_at, null, hours_from, hour_paid from begun
    )
    select * from (${plannedSpans}) as of_month`;
  const isPurchase = sql`(select price_item.is_purchase from rated_part part join price_item on price_item.id = part.price_item_id
    where (part.subject_id, part.owner_id, part.item) = (line.subject_id, line.owner_id, line.item) limit 1)`;
  const lines = (spans: RawBuilder<unknown>, invoice: string, purchaseColumn: string) => sql`
    (with ${rating(spans)} select currency, sum(amount) as ${sql.ref(invoice)}, coalesce(sum(amount) filter (where ${isPurchase}), 0) as ${sql.ref(purchaseColumn)}
    from rated_line line group by currency)`;
  return sql`
    select currency, coalesce(invoice_before, 0) as invoice_before, coalesce(invoice_after, 0) as invoice_after,
      coalesce(bought_before, 0) as bought_before, coalesce(bought_after, 0) as bought_after
    from ${lines(plannedSpans, 'invoice_before', 'bought_before')} as now
    full join ${lines(spansAsPlanned, 'invoice_after', 'bought_after')} as planned using (currency)`;
}
