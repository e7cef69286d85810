import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { singleContribution } from '../../../../server/platform/hooks.ts';
import { monthOfSites, rating, spansOfMonth } from '../../pricing/server/index.ts';
import { budgetedServers } from './budgetedServers.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'services'>;

/**
 * SQL for the accounts that budgets cover: the owners and their sub-accounts, as on the bill, with
 * one row per account and budget. `budgets` is a condition on `budget b`.
 */
export const coveredAccounts = (budgets: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select b.id as budget_id, b.owner_id as account_id from budget b where ${budgets}
  union all
  select b.id, child.id from budget b join user_account child on child.parent_id = b.owner_id where ${budgets}`;

const budgetIn = (ids: readonly string[]) => sql`b.id = any(${[...ids]}::uuid[])`;

/**
 * Records which servers have the tags of these budgets, so that their cost still counts after
 * deletion. A server whose tag is removed stops counting, for the whole month.
 */
export async function trackTaggedServers(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await sql`
    insert into budget_server (budget_id, server_id, seen_at)
    select b.id, s.id, ${ctx.clock.now()} from (${coveredAccounts(sql`${budgetIn(ids)} and b.tag is not null`)}) covered
    join budget b on b.id = covered.budget_id join (${singleContribution(ctx, budgetedServers).tagged}) s on s.owner_id = covered.account_id and b.tag = any(s.tags)
    on conflict do nothing`.execute(ctx.db);
}

/** SQL for whether a bill line is covered by a budget with a tag. */
const isTagged = (taggedServers: RawBuilder<unknown>) => sql`(
  exists (select from (${taggedServers}) s where s.id = line.subject_id and b.tag = any(s.tags))
  or (exists (select from budget_server r where r.budget_id = b.id and r.server_id = line.subject_id)
    and not exists (select from (${taggedServers}) s where s.id = line.subject_id)))`;

interface Sum {
  id: string;
  currency: string;
  amount: string;
  isCounted: boolean;
}

/**
 * Returns the sums of the month's lines per budget and currency, up to `until`, or to the end of
 * the month if everything continues.
 */
async function sums(ctx: Ctx, ids: readonly string[], until: Date | null): Promise<Sum[]> {
  const spans = spansOfMonth(
    { at: ctx.clock.now(), until },
    sql`span.owner_id in (select account_id from covered)`,
  );
  const { rows } = await sql<Sum>`
    with covered as (${coveredAccounts(budgetIn(ids))}), ${rating(spans)}
    select b.id, line.currency, sum(line.amount)::text as amount, line.currency = b.currency as "isCounted"
    from covered join budget b on b.id = covered.budget_id join rated_line line on line.owner_id = covered.account_id
    where b.tag is null or ${isTagged(singleContribution(ctx, budgetedServers).tagged)}
    group by b.id, line.currency order by b.id, line.currency`.execute(ctx.db);
  return rows;
}

/**
 * Recalculates these budgets with the billing code. The number of statements is the same for one
 * budget and for thousands.
 *
 * - `spent`: the sum of the month's lines up to now, each rounded to the minor unit as on the
 * bill. Started hours count. Monthly fees count in full when they are due, because they are
 * charged in advance.
 * - `forecast`: the sum of the month's lines up to the end of the month, if everything that is
 * running continues unchanged. Each hourly line is (hours started + hours left) × price, up to
 * its limit. A monthly fee that is already charged isn't added again. Resources that are off and
 * free while off add nothing.
 *
 * Months follow the sites' time zones. Lines in other currencies than the budget's are listed but
 * not added. Taxes, discounts, and one-time charges aren't included, as in the bill's month to
 * date.
 */
export async function calculate(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const now = ctx.clock.now();
  await trackTaggedServers(ctx, ids);
  const soFar = await sums(ctx, ids, now);
  const forecastSums = await sums(ctx, ids, null);
  const ownSums = (all: readonly Sum[]) =>
    new Map(all.filter(({ isCounted }) => isCounted).map(({ id, amount }) => [id, amount]));
  const [spent, forecast] = [ownSums(soFar), ownSums(forecastSums)];
  const others = new Map<string, string[]>();
  for (const { id, currency } of forecastSums.filter(({ isCounted }) => !isCounted))
    others.set(id, [...(others.get(id) ?? []), currency]);
  const figures = ids.map((id) => ({
    id,
    spent: spent.get(id) ?? '0',
    forecast: forecast.get(id) ?? '0',
    others: others.get(id) ?? [],
  }));
  await sql`
    update budget b set spent = f.spent, forecast = f.forecast, other_currencies = f.others, checked_at = ${now},
      month = (month.starts at time zone site.time_zone)::date, month_ends = month.ends
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as f (id uuid, spent numeric, forecast numeric, others text[]),
      user_account owner, site, (${monthOfSites(now)}) month
    where b.id = f.id and owner.id = b.owner_id and site.id = owner.site_id and month.site_id = site.id`.execute(
    ctx.db,
  );
}
