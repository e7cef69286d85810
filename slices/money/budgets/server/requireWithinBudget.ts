import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { singleContribution } from '../../../../server/platform/hooks.ts';
import {
  type EstimatedItem,
  estimate,
  monthOfSites,
  type Order,
} from '../../pricing/server/index.ts';
import { budgetedServers } from './budgetedServers.ts';
import { calculate } from './spend.ts';
import { isActiveEvent, isBlockingNow, roundToMinorUnits } from './store.ts';

type OrderContext = Pick<Context, 'db' | 'clock' | 'language' | 'services'>;

interface Blocking {
  name: string;
  percent: number;
  until: string;
}

/**
 * SQL for `accountBudgets`: budgets of the ordering account or its parent that cover the order's
 * tags.
 */
const appliesToOrder = ({ ownerId, tags }: Pick<Order, 'ownerId' | 'tags'>) => sql`
  account.id = ${ownerId} and (b.tag is null or b.tag = any(${[...tags]}::text[]))`;
const accountBudgets = sql`user_account account join budget b on b.owner_id in (account.id, account.parent_id)`;

/**
 * Rejects an order that increases the owner's cost while a budget of the account or its parent
 * blocks new orders, or that would reach a blocking threshold. Budgets with a tag apply only to
 * resources with that tag. Throws `budgetBlocksOrders` or `budgetOrderOver`, which name the budget.
 */
export async function requireWithinBudget(ctx: OrderContext, order: Order): Promise<void> {
  const { rows } = await sql<Blocking>`
    select b.name, e.percent, to_char(e.month_ends at time zone site.time_zone, 'YYYY-MM-DD') as until
    from ${accountBudgets}
    join user_account owner on owner.id = b.owner_id join site on site.id = owner.site_id
    join budget_event e on e.budget_id = b.id
    where ${appliesToOrder(order)} and ${isBlockingNow(ctx.clock.now())}
    order by e.at, e.id limit 1`.execute(ctx.db);
  const [blockingBudget] = rows;
  if (blockingBudget) throw userError('budgetBlocksOrders', { ...blockingBudget });
  if (order.items) await requireBelowThresholds(ctx, order, order.items, order.times ?? 1);
}

interface WatchedBudget {
  id: string;
  ownerId: string;
  tag: string | null;
}

/**
 * Rejects an order if its estimated cost until the end of the month, added to the forecast and to
 * servers being created, reaches a blocking threshold. This includes thresholds on actual cost,
 * because they would be reached by the end of the month. Locks the budgets, so that of two
 * concurrent orders the later one sees the first.
 */
async function requireBelowThresholds(
  ctx: OrderContext,
  order: Order,
  { before, after }: NonNullable<Order['items']>,
  count: number,
): Promise<void> {
  const { rows: budgets } = await sql<WatchedBudget>`
    select b.id, b.owner_id as "ownerId", b.tag from ${accountBudgets}
    where ${appliesToOrder(order)} and exists (select from budget_threshold t where t.budget_id = b.id and t.blocks) order by b.id for update of b`.execute(
    ctx.db,
  );
  if (budgets.length === 0) return;
  const costBefore = await costUntilMonthEnd(ctx, order, before);
  const newCost = await costUntilMonthEnd(ctx, order, after);
  // Read before the bill, so that a server that becomes ready in between is counted twice for a
  // moment rather than missed.
  const upcomingCosts = new Map<string, string>();
  for (const budget of budgets)
    upcomingCosts.set(budget.id, await costOfPendingServers(ctx, budget, newCost.currency));
  await calculate(
    ctx,
    budgets.map(({ id }) => id),
  );
  for (const { id } of budgets) {
    const { rows } = await sql<{
      name: string;
      percent: number;
      cost: string;
      amount: string;
      currency: string;
    }>`
      select b.name, t.percent, ${roundToMinorUnits(sql`c.cost`, sql`b.currency`)} as cost, ${roundToMinorUnits(sql`b.amount`, sql`b.currency`)} as amount, b.currency
      from budget b join budget_threshold t on t.budget_id = b.id
      cross join lateral (select (${newCost.amount}::numeric - ${costBefore.amount}::numeric) * ${count} as cost) c
      where b.id = ${id} and t.blocks and b.currency = ${newCost.currency} and c.cost > 0
        and (b.forecast + ${upcomingCosts.get(id) ?? '0'}::numeric + c.cost) * 100 >= b.amount * t.percent
        and not exists (select from budget_event e where e.budget_id = b.id and e.basis = t.basis and e.percent = t.percent
          and e.lifted_at is not null and ${isActiveEvent(ctx.clock.now())})
      order by t.percent limit 1`.execute(ctx.db);
    if (rows[0]) throw userError('budgetOrderOver', { ...rows[0] });
  }
}

interface Cost {
  /** Exact, unrounded amount. */
  amount: string;
  currency: string;
}

/**
 * Estimates the cost until the month ends: remaining hours up to their limit, and monthly fees
 * prorated by the rest of the month.
 */
async function costUntilMonthEnd(
  ctx: OrderContext,
  buyer: { ownerId: string; siteId: string },
  items: readonly EstimatedItem[],
): Promise<Cost> {
  const now = ctx.clock.now();
  const { rows: months } = await sql<{ hours: number; share: string }>`
    select ceil(extract(epoch from m.ends - ${now}) / 3600)::integer as hours,
      (extract(epoch from m.ends - ${now}) / extract(epoch from m.ends - m.starts))::text as share
    from (${monthOfSites(now)}) m where m.site_id = ${buyer.siteId}`.execute(ctx.db);
  const { hours = 0, share = '1' } = months[0] ?? {};
  const { lines, currency } = await estimate(ctx, buyer, items, hours);
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(case l.mode when 'monthly' then l.monthly * ${share}::numeric else l.monthly end), 0)::text as amount
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (mode text, monthly numeric)`.execute(
    ctx.db,
  );
  return { amount: rows[0]?.amount ?? '0', currency };
}

/** Estimates the cost of servers being created for a budget's accounts, which aren't billed yet. */
async function costOfPendingServers(
  ctx: OrderContext,
  { ownerId, tag }: WatchedBudget,
  currency: string,
): Promise<string> {
  const { rows: accounts } = await sql<{ id: string }>`
    select id from user_account where id = ${ownerId} or parent_id = ${ownerId}`.execute(ctx.db);
  const pendingServers = await singleContribution(ctx, budgetedServers).coming(
    ctx,
    accounts.map(({ id }) => id),
  );
  const costs: string[] = [];
  for (const server of pendingServers.filter(({ tags }) => tag === null || tags.includes(tag))) {
    const cost = await costUntilMonthEnd(ctx, server, server.items);
    if (cost.currency === currency) costs.push(cost.amount);
  }
  const { rows } = await sql<{
    sum: string;
  }>`select coalesce(sum(cost), 0)::text as sum from unnest(${costs}::numeric[]) as cost`.execute(
    ctx.db,
  );
  return rows[0]?.sum ?? '0';
}
