import { type RawBuilder, sql } from 'kysely';
import { scopeOf, visibleTo } from '../../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { discountLines } from '../estimate/discounted.ts';
import { groupTitle } from '../messages.ts';
import { projectedLinesSql } from '../rating/projection.ts';
import { monthOfSites, rating, spansOfMonth } from '../rating/rating.ts';

export interface Money {
  amount: string;
  currency: string;
}

type MonthToDateContext = Pick<Context, 'db' | 'clock' | 'actor'>;

const owning = { owner: 'span.owner_id', site: 'span.site_id' };

/**
 * The spans that the actor can see, selected by IDs so that the database uses an index: those of an
 * administrator's sites, or those of the user and its sub-accounts. Internal calls see all spans.
 */
export function visibleSpans({ actor }: Pick<MonthToDateContext, 'actor'>): RawBuilder<unknown> {
  if (!actor || actor.reach.kind === 'all') return sql`true`;
  const { reach, userId } = actor;
  if (reach.kind === 'sites') return sql`span.site_id = any(${[...reach.siteIds]}::uuid[])`;
  return sql`span.owner_id = any(${[userId, ...reach.subAccountIds]}::uuid[])`;
}

/**
 * The cost of each subject this month to date, limited to what the actor can access. Subjects
 * without costs are omitted. If a month has two currencies, the result is in the latest one. The
 * bill has both.
 */
export async function costToDate(
  ctx: Context,
  subjects: readonly { id: string }[],
): Promise<Map<string, Money>> {
  if (subjects.length === 0) return new Map();
  const ids = sql<string[]>`${subjects.map(({ id }) => id)}::uuid[]`;
  return costsBySubject((await costsOf(ctx, ids).execute(ctx.db)).rows);
}

export type CostRow = Money & { id: string };

/** The rows of `costToDate`, for use within larger statements. `ids` is an array of UUIDs. */
export function costsOf(
  ctx: Pick<MonthToDateContext, 'actor' | 'clock'>,
  ids: RawBuilder<string[]>,
): RawBuilder<CostRow> {
  const now = ctx.clock.now();
  const visible = ctx.actor ? visibleTo(ctx, owning) : sql`true`;
  const spanOptions = { fewSpans: true };
  const spans = spansOfMonth(
    { at: now, until: now },
    sql`span.subject_id = any(${ids}) and ${visible}`,
    spanOptions,
  );
  return sql<CostRow>`
    with ${rating(spans, spanOptions)}
    select subject_id as id, currency, sum(amount)::text as amount
    from rated_line group by subject_id, currency order by max(to_at), currency`;
}

export const costsBySubject = (rows: readonly CostRow[]): Map<string, Money> =>
  new Map(rows.map(({ id, amount, currency }) => [id, { amount, currency }]));

type Total = Money & { projected: string };

/**
 * This month's cost of everything that the actor can see, after discounts, with a projection for
 * the whole month. One row per currency. With a condition over the columns of `span`, it is that
 * part of the bill, before discounts.
 */
export async function monthToDateTotal(
  ctx: MonthToDateContext,
  condition?: RawBuilder<unknown>,
): Promise<Total[]> {
  const visible = visibleSpans(ctx);
  if (!condition) return (await completeBill(ctx, visible)).totals;
  const { rows } = await sql<Total>`
    with ${projectedLinesSql(ctx.clock.now(), ctx.clock.now(), sql`${visible} and ${condition}`)}
    select currency, coalesce(sum(amount), 0)::text as amount, sum(projected)::text as projected
    from projected_line group by currency order by currency`.execute(ctx.db);
  return rows;
}

type DiscountAmount = Money & { id: string; title: string };

/**
 * The bills that the actor can see. Discounts are included only for bills that the actor sees
 * completely, because the usage of sub-accounts is on their parent's bill.
 */
async function completeBill(
  ctx: MonthToDateContext,
  visible: RawBuilder<unknown>,
): Promise<Pick<MonthToDate, 'totals' | 'discounts'>> {
  const now = ctx.clock.now();
  const { rows } = await sql<Record<'soFar' | 'projected', CostAt>>`
    with ${projectedLinesSql(now, now, visible)} select (${monthToDateQuery(ctx, 'amount')}) as "soFar", (${monthToDateQuery(ctx, 'projected')}) as projected`.execute(
    ctx.db,
  );
  const [{ soFar, projected }] = rows as [Record<'soFar' | 'projected', CostAt>];
  const discounts = projected.discounts.map(({ amount, ...discount }) => ({
    ...discount,
    amount:
      soFar.discounts.find(
        ({ id, currency }) => id === discount.id && currency === discount.currency,
      )?.amount ?? '0',
    projected: amount,
  }));
  const totals = projected.totals.map(({ amount, currency }) => ({
    amount: soFar.totals.find((row) => row.currency === currency)?.amount ?? '0',
    projected: amount,
    currency,
  }));
  return { totals, discounts };
}

interface CostAt {
  totals: Money[];
  discounts: DiscountAmount[];
}

/** The bill for one of the two amounts of `projected_line`, as JSON. */
function monthToDateQuery(
  ctx: MonthToDateContext,
  moment: 'amount' | 'projected',
): RawBuilder<unknown> {
  const scope = ctx.actor ? scopeOf(ctx.actor) : null;
  const payerFilter = scope && 'userId' in scope ? sql`payer.id = ${scope.userId}` : sql`true`;
  const amount = sql.ref(moment);
  return sql`
    with recursive rated_line as (select subject_id, owner_id, item, currency, ${amount} as amount from projected_line where ${amount} is not null),
    ${discountLines(ctx.clock.now(), payerFilter)},
    off as (select id, title, currency, sum(amount) as amount from discount_line group by id, title, currency),
    gross as (select currency, sum(amount) as amount from rated_line group by currency)
    select jsonb_build_object(
      'totals', (select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount',
        (amount - coalesce((select sum(off.amount) from off where off.currency = gross.currency), 0))::text) order by currency), '[]') from gross),
      'discounts', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'title', title, 'currency', currency, 'amount', amount::text) order by amount desc, id), '[]') from off))`;
}

export interface MonthToDate {
  from: string;
  to: string;
  totals: Total[];
  discounts: (DiscountAmount & { projected: string })[];
  subjects: ({ type: string; id: string; name: string } & Money)[];
  subjectCount: number;
  groups: ({ group: string; title: string } & Money)[];
}

/**
 * The month to date of everything that the actor can see: the total after discounts, and the most
 * expensive subjects and the item kinds before discounts.
 */
export async function getMonthToDate(ctx: Context, top: number): Promise<MonthToDate> {
  const now = ctx.clock.now();
  const visible = visibleSpans(ctx);
  const [bounds, monthToDate, { subjects, subjectCount, groups }] = await Promise.all([
    monthBounds(ctx, now),
    completeBill(ctx, visible),
    readCostBreakdown(ctx, now, top),
  ]);
  const titledGroups = groups.map((group) => ({
    ...group,
    title: groupTitle(group.group, ctx.language),
  }));
  return { ...bounds, ...monthToDate, subjects, subjectCount, groups: titledGroups };
}

type Shares = Pick<MonthToDate, 'subjects' | 'subjectCount'> & {
  groups: Omit<MonthToDate['groups'][number], 'title'>[];
};

async function readCostBreakdown(ctx: MonthToDateContext, now: Date, top: number): Promise<Shares> {
  const spans = spansOfMonth({ at: now, until: now }, visibleSpans(ctx));
  const { rows } = await sql<Shares>`
    with ${rating(spans)},
    by_subject as (select subject_id, currency, sum(amount) as amount from rated_line group by subject_id, currency),
    dearest as (select * from by_subject order by amount desc, subject_id limit ${top})
    select
      (select count(distinct subject_id) from by_subject) as "subjectCount",
      (select coalesce(jsonb_agg(jsonb_build_object(
        'type', named.subject_type, 'id', subject_id, 'name', named.subject_name, 'currency', currency, 'amount', amount::text
      ) order by amount desc, subject_id), '[]') from dearest cross join lateral (
        select subject_type, subject_name from span where span.subject_id = dearest.subject_id order by from_at desc limit 1
      ) as named) as subjects,
      (select coalesce(jsonb_agg(jsonb_build_object('group', item_group, 'currency', currency, 'amount', amount::text) order by amount desc, item_group), '[]')
        from (select split_part(item, '.', 1) as item_group, currency, sum(amount) as amount from rated_line group by 1, 2) as by_group) as groups`.execute(
    ctx.db,
  );
  return rows[0] as Shares;
}

/** From the start of the month in the site's time zone until now. */
export async function monthBounds(
  ctx: Pick<Context, 'db' | 'site'>,
  now: Date,
): Promise<{ from: string; to: string }> {
  const { rows } = await sql<{
    starts: Date;
  }>`select starts from (${monthOfSites(now)}) as month where site_id = ${ctx.site.id}`.execute(
    ctx.db,
  );
  return { from: (rows[0]?.starts ?? now).toISOString(), to: now.toISOString() };
}

/** The month's cost as shown on the dashboard and the account screens. */
export const costOfMonth = (ctx: MonthToDateContext, ownerId?: string): Promise<Total[]> =>
  monthToDateTotal(ctx, ownerId === undefined ? undefined : sql`span.owner_id = ${ownerId}`);
