import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Language, LocalizedText } from '../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { findUser } from '../../../people/users/server/index.ts';
import {
  discountLines,
  rating,
  sharing,
  spansOfMonth,
  unitAfter,
} from '../../pricing/server/index.ts';
import type { usageEndpoints } from '../contract.ts';
import type { Transition } from '../rules.ts';

type Answer = z.input<(typeof usageEndpoints)['listUsage']['answer']>;
export type UsageRow = Answer['items'][number];
type Found = Omit<UsageRow, 'from' | 'to' | 'unit'> & {
  from: Date;
  to: Date;
  unit: LocalizedText;
};

export interface UsageQuery {
  userId: string;
  period: string;
  transition: Transition;
}
type UsageContext = Pick<Context, 'db' | 'clock'>;

/** A time that is within the month in every time zone. */
const middleOf = (period: string): Date => new Date(`${period}-15T12:00:00Z`);

/** The usage of the account and its sub-accounts in the month, up to now. */
const spansUsedBy = (ctx: UsageContext, { userId, period }: UsageQuery): RawBuilder<unknown> =>
  spansOfMonth(
    { at: middleOf(period), until: ctx.clock.now() },
    // A future month has no usage, even if something is running now.
    sql`month.starts <= ${ctx.clock.now()} and span.owner_id = any(array(select id from user_account where id = ${userId} or parent_id = ${userId}))`,
  );

/**
 * A fully paid month is `fullMonthMonthly`, a partial month `partialMonthly`, and a one-time
 * purchase `purchase`.
 */
const transitionOf = sql`case when (select is_purchase from price_item sold where sold.id = part.price_item_id) then 'purchase' when part.mode = 'hourly' then 'hourly' when part.seconds >= part.month_seconds then 'fullMonthMonthly' else 'partialMonthly' end`;

/** One row for each part of a line: an item of a resource, with one quantity and one price. */
const parts = (
  ctx: UsageContext,
  usageQuery: UsageQuery,
  language: Language,
): RawBuilder<unknown> => sql`(
  with ${rating(spansUsedBy(ctx, usageQuery))}, ${sharing}
  select md5(concat_ws('|', part.subject_id, part.owner_id, part.price_item_id, part.quantity, part.mode))::uuid as id,
    named.subject_type as "subjectType", part.subject_id as "subjectId", named.subject_name as subject, u.id as "userId", u.email, part.item,
    item.resource ->> ${language} as title, trim_scale(part.quantity)::text as quantity, item.unit,
    ${transitionOf} as transition, part.from_at as "from", part.to_at as "to", case when part.mode = 'hourly' then part.hours end as hours,
    part.charged, trim_scale(part.charged)::text as amount, part.currency
  from shared_part part join user_account u on u.id = part.owner_id join price_item item on item.id = part.price_item_id
  cross join lateral (select subject_type, subject_name from span where span.subject_id = part.subject_id order by from_at desc limit 1) as named
) part`;

/** The owner of the report: the caller, or a user in the caller's scope. Throws `notFound`. */
export async function usageQueryOf(
  ctx: SignedInContext,
  {
    userId = ctx.actor.userId,
    period,
    transition = 'all',
  }: { userId?: string | undefined; period: string; transition?: Transition | undefined },
): Promise<UsageQuery> {
  if (userId !== ctx.actor.userId) await findUser(ctx, userId);
  return { userId, period, transition };
}

const transitionFilter = ({ transition }: UsageQuery): RawBuilder<unknown>[] =>
  transition === 'all' ? [] : [sql`part.transition = ${transition}`];

/** A page of the items, with their total and the total of the whole month. Throws `notFound`. */
export async function listUsage(
  ctx: SignedInContext,
  usageQuery: UsageQuery,
  query: ListRequest,
): Promise<Answer> {
  const page = await usagePage(ctx, usageQuery, ctx.language, query);
  const { rows } = await sql<Answer['account'] & { createdAt: Date }>`
    select id, email, created_at as "createdAt" from user_account where id = ${usageQuery.userId}`.execute(
    ctx.db,
  );
  const [account] = rows;
  return {
    ...page,
    account: {
      id: usageQuery.userId,
      email: account?.email ?? '',
      createdAt: (account?.createdAt ?? ctx.clock.now()).toISOString(),
    },
    totals: await totalsOf(ctx, usageQuery),
  };
}

export async function usagePage(
  ctx: UsageContext,
  usageQuery: UsageQuery,
  language: Language,
  query: ListRequest,
) {
  const search = query.filter
    ? [sql`concat_ws(' ', part.subject, part.title, part.email) ilike ${containing(query.filter)}`]
    : [];
  return await readListPage<Found, UsageRow>(
    ctx.db,
    {
      from: parts(ctx, usageQuery, language),
      columns: sql`part.*`,
      where: [...transitionFilter(usageQuery), ...search, sql`true`],
      sorts: {
        subject: { column: sql`lower(part.subject)`, type: 'text' },
        from: { column: sql`part."from"`, type: 'timestamptz' },
        amount: { column: sql`part.charged`, type: 'numeric' },
        email: { column: sql`part.email`, type: 'text' },
      },
      id: { column: sql`part.id`, type: 'uuid' },
      defaultSorting: 'subject',
      map: ({
        id,
        subjectType,
        subjectId,
        subject,
        userId,
        email,
        item,
        title,
        quantity,
        unit,
        transition,
        from,
        to,
        hours,
        amount,
        currency,
      }) => ({
        ...{
          id,
          subjectType,
          subjectId,
          subject,
          userId,
          email,
          item,
          title,
          quantity,
          transition,
          hours,
          amount,
          currency,
        },
        unit: unitAfter(quantity, unit, language),
        ...{ from: from.toISOString(), to: to.toISOString() },
      }),
    },
    query,
    { period: usageQuery.period, transition: usageQuery.transition },
  );
}

async function totalsOf(ctx: SignedInContext, usageQuery: UsageQuery): Promise<Answer['totals']> {
  const { rows } = await sql<Answer['totals'][number]>`
    with recursive ${rating(spansUsedBy(ctx, usageQuery))}, ${sharing}, ${discountLines(middleOf(usageQuery.period), sql`payer.id = ${usageQuery.userId}`)},
    shown as (select part.currency, sum(part.charged) as amount from (select part.*, ${transitionOf} as transition from shared_part part) part
      where ${sql.join([...transitionFilter(usageQuery), sql`true`], sql` and `)} group by part.currency),
    billed as (select currency, sum(amount) as billed from rated_line group by currency),
    off as (select currency, sum(amount) as discount from discount_line group by currency)
    select billed.currency, trim_scale(coalesce(shown.amount, 0))::text as amount, trim_scale(coalesce(off.discount, 0))::text as discount,
      (billed.billed - coalesce(off.discount, 0))::text as billed
    from billed left join shown using (currency) left join off using (currency) order by billed.currency`.execute(
    ctx.db,
  );
  return rows;
}
