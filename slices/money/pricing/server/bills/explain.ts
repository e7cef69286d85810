import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import type { pricingEndpoints } from '../../contract.ts';
import { rating, sharing, spansOfMonth } from '../rating/rating.ts';
import { type LineOfMonth, spansOfLine } from './invoiced.ts';
import { type Money, monthBounds, monthToDateTotal, visibleSpans } from './monthToDate.ts';

type SubjectBill = z.output<typeof pricingEndpoints.getSubjectMonthToDate.answer>;
type Line = SubjectBill['lines'][number];
type Part = Line['parts'][number];

interface LineRow extends Omit<Line, 'title' | 'unit' | 'from' | 'to' | 'parts'> {
  resource: LocalizedText;
  unit: LocalizedText;
  from: Date;
  to: Date;
  parts: Omit<Part, 'formula'>[];
}

/**
 * The cost of one subject this month to date, with an explanation of each line. Throws `notFound`
 * if it has had no cost, or if the actor can't see its owner's bill.
 */
export async function explainSubject(ctx: Context, subjectId: string): Promise<SubjectBill> {
  const condition = sql`span.subject_id = ${subjectId} and ${visibleSpans(ctx)}`;
  const { rows: spanRows } = await sql<{ type: string; name: string }>`
    select subject_type as type, subject_name as name from span where ${condition} order by from_at desc limit 1`.execute(
    ctx.db,
  );
  if (!spanRows[0]) throw userError('notFound', { what: 'metered thing', id: subjectId });
  const now = ctx.clock.now();
  return {
    ...(await monthBounds(ctx, now)),
    ...{ type: spanRows[0].type, id: subjectId, name: spanRows[0].name },
    totals: await monthToDateTotal(ctx, sql`span.subject_id = ${subjectId}`),
    lines: await linesOf(ctx, condition, now),
  };
}

/** The cost of a subject in the month, up to now for the current month. Empty without costs. */
export async function subjectMonth(
  ctx: Context,
  subjectId: string,
  at: Date,
): Promise<{ totals: Money[]; lines: Line[] }> {
  const lines = await linesOf(
    ctx,
    sql`span.subject_id = ${subjectId} and ${visibleSpans(ctx)}`,
    at,
  );
  const { rows } = await sql<Money>`
    select currency, sum(amount::numeric)::text as amount from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (currency text, amount text)
    group by currency order by currency`.execute(ctx.db);
  return { totals: rows, lines };
}

/**
 * A recalculated line of a past month. Null if there is no usage. The caller must have checked
 * ownership.
 */
export async function explainLine(
  ctx: Context,
  lineOfMonth: LineOfMonth,
  at: Date,
): Promise<Line | null> {
  const lines = await linesOf(ctx, spansOfLine(lineOfMonth), at);
  return (
    lines.find(
      ({ item, currency }) => item === lineOfMonth.item && currency === lineOfMonth.currency,
    ) ?? null
  );
}

async function linesOf(ctx: Context, condition: RawBuilder<unknown>, at: Date): Promise<Line[]> {
  const { rows } = await sql<LineRow>`
    with ${rating(spansOfMonth({ at, until: ctx.clock.now() }, condition))}, ${sharing}
    select line.item, line.currency, line.from_at as "from", line.to_at as "to", trim_scale(line.exact)::text as exact, line.amount::text as amount,
      trim_scale(line.minimum)::text as minimum, trim_scale(line.exact - line.reckoned)::text as "minimumAdded",
      (array_agg(price.resource order by part.from_at desc))[1] as resource, (array_agg(price.unit order by part.from_at desc))[1] as unit,
      jsonb_agg(jsonb_build_object(
        'mode', case when price.is_purchase then 'purchase' else part.mode end, 'quantity', trim_scale(part.quantity)::text,
        'unitPrice', trim_scale(case when part.mode = 'hourly' then part.hourly else part.monthly end)::text,
        'steps', case when not part.is_plain then
          price_words(part.quantity, case when part.mode = 'hourly' then part.hourly else part.monthly end, part.included, part.tiers, part.mode) end,
        'metered', (
          select jsonb_build_object('counted', trim_scale(round(use.counted / 1000000000.0, 4))::text, 'packaged', trim_scale(use.packaged)::text)
          from metered_use use where (use.subject_id, use.owner_id, use.item, use.quantity) = (part.subject_id, part.owner_id, part.item, part.quantity)
            and use.month = date_trunc('month', part.from_at + interval '15 days')::date limit 1
        ),
        'limit', trim_scale(nullif(least(part.month_limit, part.item_limit), 'Infinity'))::text,
        'from', to_char(part.from_at at time zone 'UTC', ${isoFormat}), 'to', to_char(part.to_at at time zone 'UTC', ${isoFormat}),
        'isRunning', part.is_running, 'hours', part.hours, 'alreadyPaid', trim_scale(part.already_paid)::text,
        'seconds', part.seconds, 'monthSeconds', case when part.mode = 'monthly' then part.month_seconds else 0 end,
        'amount', trim_scale(part.charged)::text
      ) order by part.from_at, part.price_item_id, part.quantity) as parts
    from rated_line line
    join shared_part part using (subject_id, owner_id, item, currency)
    join price_item price on price.id = part.price_item_id
    group by line.item, line.currency, line.owner_id, line.from_at, line.to_at, line.exact, line.amount, line.minimum, line.reckoned
    order by line.item, line.from_at, line.currency`.execute(ctx.db);
  return rows.map(({ resource, unit, from, to, parts, ...line }) => ({
    ...line,
    ...{
      title: resource[ctx.language],
      unit: unit[ctx.language],
      from: from.toISOString(),
      to: to.toISOString(),
    },
    parts: parts.map((part) => ({ ...part, formula: formulaOf(part) })),
  }));
}

const isoFormat = 'YYYY-MM-DD"T"HH24:MI:SS"Z"';

/** The calculation of a part as a formula that can be verified manually. */
export function formulaOf(part: Omit<Part, 'formula'>): string {
  if (part.metered) return meteredFormula(part.metered, part);
  const cost = part.steps === null ? `${part.quantity} × ${part.unitPrice}` : `(${part.steps})`;
  if (part.mode === 'purchase')
    return part.seconds === part.monthSeconds
      ? `${cost} = ${part.amount}`
      : `${part.seconds / part.monthSeconds} × ${cost} = ${part.amount}`;
  if (part.mode === 'monthly')
    return `${cost} × ${part.seconds} s / ${part.monthSeconds} s = ${part.amount}`;
  const paidText = part.alreadyPaid === '0' ? '' : ` − ${part.alreadyPaid}`;
  const limit = part.limit === null ? '' : `, ≤ ${part.limit}`;
  return `${part.hours} h × ${cost}${paidText}${limit} = ${part.amount}`;
}

/** Whole gigabytes beyond the packages. Each costs the monthly price once. */
function meteredFormula(
  { counted, packaged }: NonNullable<Part['metered']>,
  { quantity, unitPrice, steps, amount }: Omit<Part, 'formula'>,
): string {
  const overageFormula = `⌊${counted} − ${packaged}⌋ = ${quantity}`;
  return `${overageFormula}; ${steps ?? `${quantity} × ${unitPrice}`} = ${amount}`;
}
