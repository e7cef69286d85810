import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import { requiredRightFor } from '../../../../contract/access/permissions.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import { denialReasonFor, hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { Page } from '../../../../server/platform/database/listPage.ts';
import { findUser } from '../../../people/users/server/index.ts';
import { checkMinorUnits } from '../../companies/server/index.ts';
import { priceListFor } from '../../pricing/server/index.ts';
import type { budgetEndpoints, budgetItem } from '../contract.ts';
import { checkBudgets, retireEvents, runThresholdActions } from './check.ts';
import { notifyLifted } from './notify.ts';
import { calculate } from './spend.ts';
import {
  announceBudget,
  authorityOver,
  type BudgetQuery,
  type BudgetRow,
  exceedsAuthority,
  findBudget,
  isBlockingNow,
  lockBudget,
  readBudgets,
  type Threshold,
} from './store.ts';

type Item = z.output<typeof budgetItem>;
type CreateInput = z.output<(typeof budgetEndpoints)['createBudget']['body']>;
type Change = z.output<(typeof budgetEndpoints)['updateBudget']['body']>;

/** The maximum number of budgets per account. */
const budgetsMax = 50;
const manageRight = requiredRightFor('budgets.manage');

export const listBudgets = (ctx: SignedInContext, query: BudgetQuery): Promise<Page<Item>> =>
  readBudgets(ctx, query, (row) => present(ctx, row));

export const getBudget = async (ctx: SignedInContext, budgetId: string): Promise<Item> =>
  present(ctx, await findBudget(ctx, budgetId));

function present(ctx: SignedInContext, row: BudgetRow): Item {
  const {
    id,
    name,
    ownerId,
    owner,
    tag,
    amount,
    currency,
    month,
    spent,
    forecast,
    otherCurrencies,
    checkedAt,
  } = row;
  const reason = unavailableReason(ctx, row);
  return {
    ...{ id, name, owner: { id: ownerId, email: owner }, tag, amount, currency },
    thresholds: row.thresholds.map((one) => ({
      ...one,
      firedAt: one.firedAt && new Date(one.firedAt).toISOString(),
    })),
    figures:
      month === null
        ? null
        : { month, spent, forecast, otherCurrencies, checkedAt: checkedAt.toISOString() },
    state: stateOf(row),
    blockedUntil: row.blockedUntil?.toISOString() ?? null,
    setBy: row.setById === ownerId ? null : row.setBy,
    actions: {
      ...{ change: reason, remove: reason },
      lift:
        reason ?? (row.blockedUntil ? null : render('budgetNotBlocking', ctx.language, { name })),
    },
  };
}

function unavailableReason(ctx: SignedInContext, row: BudgetRow): string | null {
  const { name, setBy } = row;
  if (!hasPermission(ctx, 'budgets.manage'))
    return render('notAllowed', ctx.language, { permission: 'budgets.manage' });
  if (row.isLocked) return render('lockedByParent', ctx.language);
  const denialReason = denialReasonFor(row, manageRight);
  if (denialReason) return render(denialReason, ctx.language, { right: manageRight, name });
  return exceedsAuthority(ctx, row)
    ? render('budgetSetByOther', ctx.language, { name, by: setBy ?? '' })
    : null;
}

function stateOf({
  month,
  blockedUntil,
  isOver,
  isForecastOver,
  thresholds,
}: BudgetRow): Item['state'] {
  if (month === null) return 'unchecked';
  if (blockedUntil) return 'blocking';
  if (isOver) return 'over';
  if (isForecastOver) return 'forecastOver';
  return thresholds.some(({ firedAt }) => firedAt !== null) ? 'reached' : 'ok';
}

/** Throws `notFound`, `userAboveYou`, `budgetLimit`, `priceMissing`, `amountWrong`. */
export async function createBudget(
  ctx: SignedInContext,
  input: CreateInput,
): Promise<{ id: string }> {
  const owner = await ownerFor(ctx, input.userId);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from budget where owner_id = ${owner.ownerId}`.execute(ctx.db);
  if ((rows[0]?.count ?? 0) >= budgetsMax) throw userError('budgetLimit', { max: budgetsMax });
  const now = ctx.clock.now();
  const list = await priceListFor(ctx.db, owner, now);
  if (!list) throw userError('priceMissing', { resource: '*' });
  const { name, tag, amount, thresholds } = input;
  const { currency } = list;
  await checkMinorUnits(ctx, { amount, currency }, 'amount');
  const id = randomUUID();
  await sql`
    insert into budget (id, owner_id, name, tag, amount, currency, set_by, authority, created_at)
    values (${id}, ${owner.ownerId}, ${name}, ${tag ?? null}, ${amount}, ${currency}, ${ctx.actor.userId}, ${authorityOver(ctx, owner.ownerId)}, ${now})`.execute(
    ctx.db,
  );
  await writeThresholds(ctx, id, thresholds);
  ctx.note({
    targetType: 'budget',
    targetId: id,
    after: { ...owner, name, tag, amount, currency, thresholds },
  });
  await checkBudgets(ctx, [id]);
  await announceBudget(ctx, { id, ...owner });
  return { id };
}

async function ownerFor(
  ctx: SignedInContext,
  userId: string | undefined,
): Promise<{ ownerId: string; siteId: string }> {
  if (userId === undefined || userId === ctx.actor.userId)
    return { ownerId: ctx.actor.userId, siteId: ctx.actor.siteId };
  const user = await findUser(ctx, userId);
  if (user.lack !== null) throw userError('userAboveYou', { email: user.email }, 'userId');
  return { ownerId: user.id, siteId: user.siteId };
}

async function writeThresholds(
  ctx: SignedInContext,
  budgetId: string,
  thresholds: readonly Threshold[],
): Promise<void> {
  await sql`delete from budget_threshold where budget_id = ${budgetId}`.execute(ctx.db);
  await sql`
    insert into budget_threshold (budget_id, basis, percent, blocks, powers_off)
    select ${budgetId}, basis, percent, blocks, "powersOff"
    from jsonb_to_recordset(${JSON.stringify(thresholds)}::jsonb) as t (basis text, percent integer, blocks boolean, "powersOff" boolean)`.execute(
    ctx.db,
  );
}

/**
 * Updates a budget and immediately runs the actions of thresholds that are now reached. Throws
 * `notFound`, `budgetSetByOther`, `amountWrong`.
 */
export async function updateBudget(
  ctx: SignedInContext,
  budgetId: string,
  change: Change,
): Promise<void> {
  const before = await lockBudget(ctx, budgetId);
  const { name = before.name, amount = before.amount } = change;
  await checkMinorUnits(ctx, { amount, currency: before.currency }, 'amount');
  const { rows } = await sql<{ isRaised: boolean }>`
    with old as (select amount from budget where id = ${budgetId})
    update budget b set name = ${name}, amount = ${amount} from old where b.id = ${budgetId} returning b.amount > old.amount as "isRaised"`.execute(
    ctx.db,
  );
  const previousThresholds = before.thresholds.map(
    ({ firedAt: _firedAt, isBlocking: _isBlocking, ...one }) => one,
  );
  if (change.thresholds) await writeThresholds(ctx, budgetId, change.thresholds);
  ctx.note({
    ...{
      targetType: 'budget',
      targetId: budgetId,
      before: { name: before.name, amount: before.amount, thresholds: previousThresholds },
    },
    after: { name, amount, thresholds: change.thresholds ?? previousThresholds },
  });
  await calculate(ctx, [budgetId]);
  await retireEvents(ctx, budgetId, rows[0]?.isRaised ?? false);
  await runThresholdActions(ctx, [budgetId]);
  await announceBudget(ctx, before);
}

/** Throws `notFound`, `budgetSetByOther`. */
export async function deleteBudget(ctx: SignedInContext, budgetId: string): Promise<void> {
  const budget = await lockBudget(ctx, budgetId);
  await sql`delete from budget where id = ${budgetId}`.execute(ctx.db);
  const { name, ownerId, tag, amount, currency } = budget;
  ctx.note({
    targetType: 'budget',
    targetId: budgetId,
    before: { name, ownerId, tag, amount, currency },
  });
  await announceBudget(ctx, budget);
}

/**
 * Lifts the block. A higher threshold that is reached later blocks again. Throws `notFound`,
 * `budgetSetByOther`, `budgetNotBlocking`.
 */
export async function liftBlock(ctx: SignedInContext, budgetId: string): Promise<void> {
  const budget = await lockBudget(ctx, budgetId);
  const now = ctx.clock.now();
  const { numAffectedRows } = await sql`
    update budget_event e set lifted_at = ${now}, lifted_by = ${ctx.actor.userId} where e.budget_id = ${budgetId} and ${isBlockingNow(now)}`.execute(
    ctx.db,
  );
  if (!numAffectedRows) throw userError('budgetNotBlocking', { name: budget.name });
  ctx.note({
    targetType: 'budget',
    targetId: budgetId,
    before: { blocks: true },
    after: { blocks: false },
  });
  await notifyLifted(ctx, budget);
  await announceBudget(ctx, budget);
}
