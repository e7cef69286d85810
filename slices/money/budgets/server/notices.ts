import { sql } from 'kysely';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { hasPermission, visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { Notice } from '../../../../server/platform/dashboard/hooks.ts';
import { localize } from '../texts/localize.ts';
import { budgetVisibility, from, isActiveEvent, isBlockingNow } from './store.ts';

interface Row {
  id: string;
  name: string;
  percent: number;
  isForecast: boolean;
  isBlocking: boolean;
}

const maxShown = 5;

/**
 * Notices about budgets of the user, their sub-accounts, and accounts they set budgets for, with
 * the highest reached threshold.
 */
export async function budgetNotices(ctx: SignedInContext): Promise<Notice[]> {
  if (!hasPermission(ctx, 'budgets.view')) return [];
  const { userId } = ctx.actor;
  const now = ctx.clock.now();
  const { rows } = await sql<Row>`
    select b.id, b.name, latest.percent, latest.basis = 'forecast' as "isForecast", latest."isBlocking"
    from (
      select b.id, b.name from ${from}
      where (b.owner_id = ${userId} or b.set_by = ${userId} or owner.parent_id = ${userId}) and ${visibleTo(ctx, budgetVisibility)}
    ) b cross join lateral (
      select e.percent, e.basis, e.at, bool_or(${isBlockingNow(now)}) over () as "isBlocking" from budget_event e
      where e.budget_id = b.id and ${isActiveEvent(now)} order by e.basis = 'actual' desc, e.percent desc limit 1
    ) latest order by latest."isBlocking" desc, latest.at desc, b.id limit ${maxShown}`.execute(
    ctx.db,
  );
  return rows.map((row) => ({
    ...{
      id: `budget.${row.id}`,
      severity: row.isBlocking ? 'problem' : 'warning',
      text: noticeText(row),
      remedy: null,
    },
    path: `/budgets/${row.id}`,
  }));
}

function noticeText({ name, percent, isForecast, isBlocking }: Row): LocalizedText {
  const basis = isForecast ? 'forecast' : 'actual';
  return localize(isBlocking ? 'news.reachedAndBlocked' : 'news.reached', { name, percent, basis });
}
