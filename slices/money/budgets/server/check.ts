import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { notifyThresholdReached } from './notify.ts';
import { planStops } from './powerOff.ts';
import { calculate } from './spend.ts';
import { announceBudget, type Basis, budgetsById, isActiveEvent } from './store.ts';

/** A threshold that was just reached. */
export interface ThresholdEvent {
  eventId: number;
  budgetId: string;
  basis: Basis;
  percent: number;
  blocks: boolean;
  powersOff: boolean;
}

/**
 * SQL for a calculated budget `b` and a threshold `t` or event `e`: whether its percentage is
 * reached.
 */
const thresholdReached = (row: 't' | 'e') => sql`
  (case ${sql.ref(`${row}.basis`)} when 'actual' then b.spent else b.forecast end) * 100 >= b.amount * ${sql.ref(`${row}.percent`)}`;

/** Calculates these budgets and runs the actions of reached thresholds. */
export async function checkBudgets(ctx: Context, ids: readonly string[]): Promise<void> {
  await calculate(ctx, ids);
  await runThresholdActions(ctx, ids);
}

/**
 * Runs the threshold actions of calculated budgets in the caller's transaction, so that event,
 * notification and action are atomic. The database ensures one event per threshold and month, even
 * with concurrent checks.
 */
export async function runThresholdActions(ctx: Context, ids: readonly string[]): Promise<void> {
  const events = await recordThresholdEvents(ctx, ids);
  const budgets = await budgetsById(ctx, [...new Set(events.map(({ budgetId }) => budgetId))]);
  for (const budget of budgets) {
    const budgetEvents = events.filter(({ budgetId }) => budgetId === budget.id);
    const powerOffEvent = budgetEvents.find(({ powersOff }) => powersOff);
    const servers = powerOffEvent ? await planStops(ctx, budget, powerOffEvent.eventId) : 0;
    await notifyThresholdReached(ctx, budget, budgetEvents, servers);
    const { spent, forecast, amount, currency } = budget;
    for (const { basis, percent, blocks, powersOff } of budgetEvents)
      ctx.note({
        targetType: 'budget',
        targetId: budget.id,
        after: { basis, percent, blocks, powersOff, spent, forecast, amount, currency },
      });
    await announceBudget(ctx, budget);
  }
}

async function recordThresholdEvents(
  ctx: Context,
  ids: readonly string[],
): Promise<ThresholdEvent[]> {
  const { rows } = await sql<ThresholdEvent>`
    insert into budget_event (budget_id, at, month, month_ends, basis, percent, blocks, powers_off, spent, forecast, amount, currency)
    select b.id, ${ctx.clock.now()}, b.month, b.month_ends, t.basis, t.percent, t.blocks, t.powers_off, b.spent, b.forecast, b.amount, b.currency
    from budget b join budget_threshold t on t.budget_id = b.id
    where b.id = any(${[...ids]}::uuid[]) and ${thresholdReached('t')} order by b.id, t.percent, t.basis
    on conflict (budget_id, month, basis, percent) where retired_at is null do nothing
    returning id as "eventId", budget_id as "budgetId", basis, percent, blocks, powers_off as "powersOff"`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * Retires events after a budget change, if their threshold was removed or is no longer reached
 * because the budget was raised. Their block ends, and the threshold can be reached again.
 */
export async function retireEvents(
  ctx: Context,
  budgetId: string,
  isRaised: boolean,
): Promise<void> {
  const now = ctx.clock.now();
  await sql`
    update budget_event e set retired_at = ${now} from budget b
    where b.id = ${budgetId} and e.budget_id = b.id and ${isActiveEvent(now)} and (
      not exists (select from budget_threshold t where t.budget_id = b.id and t.basis = e.basis and t.percent = e.percent
        and t.blocks = e.blocks and t.powers_off = e.powers_off)
      or (${isRaised} and not (${thresholdReached('e')})))`.execute(ctx.db);
}
