import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import {
  type Columns,
  type EffectiveRights,
  effectiveRights,
  scopeOf,
  visibleTo,
} from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import type { budgetBasis } from '../contract.ts';

export type Basis = z.output<typeof budgetBasis>;

export interface Threshold {
  basis: Basis;
  percent: number;
  blocks: boolean;
  powersOff: boolean;
}

/**
 * The setter's relation to the budget's account: its own user, its parent account, or an
 * administrator.
 */
export const authorities = { own: 0, parent: 1, administrator: 2 } as const;
export type Authority = (typeof authorities)[keyof typeof authorities];

export interface Budget {
  id: string;
  ownerId: string;
  siteId: string;
  owner: string;
  name: string;
  tag: string | null;
  amount: string;
  currency: string;
  setById: string | null;
  setBy: string | null;
  authority: Authority;
  /** Null before the first check of this month. */
  month: string | null;
  spent: string;
  forecast: string;
  otherCurrencies: string[];
  checkedAt: Date;
  isOver: boolean;
  isForecastOver: boolean;
  thresholds: (Threshold & { firedAt: string | null; isBlocking: boolean })[];
  blockedUntil: Date | null;
}

export type BudgetRow = Budget & EffectiveRights;

/**
 * Columns of the access filter. A budget belongs to its owner, and its site is the owner's current
 * site.
 */
export const budgetVisibility: Columns = { owner: 'b.owner_id', site: 'owner.site_id' };

export const from = sql`
  budget b join user_account owner on owner.id = b.owner_id`;

/** SQL for an amount rounded to the minor unit of its currency. */
export const roundToMinorUnits = (
  amount: RawBuilder<unknown>,
  currency: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`round(${amount}, minor_units(${currency}))::text`;

/** SQL for whether an event `e` applies now: it belongs to this month and isn't retired. */
export const isActiveEvent = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(e.retired_at is null and e.month_ends > ${now})`;
/** SQL for whether an event `e` blocks new orders now. */
export const isBlockingNow = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(e.blocks and e.lifted_at is null and ${isActiveEvent(now)})`;

const columns = (now: Date) => sql`
  b.id, b.owner_id as "ownerId", owner.site_id as "siteId", owner.email as owner, b.name, b.tag, ${roundToMinorUnits(sql`b.amount`, sql`b.currency`)} as amount, b.currency,
  b.set_by as "setById", account_email(b.set_by) as "setBy", b.authority, case when b.month_ends > ${now} then to_char(b.month, 'YYYY-MM') end as month,
  ${roundToMinorUnits(sql`b.spent`, sql`b.currency`)} as spent, ${roundToMinorUnits(sql`b.forecast`, sql`b.currency`)} as forecast,
  b.other_currencies as "otherCurrencies", b.checked_at as "checkedAt",
  coalesce(b.spent >= b.amount, false) as "isOver", coalesce(b.forecast > b.amount, false) as "isForecastOver",
  (select coalesce(jsonb_agg(jsonb_build_object('basis', t.basis, 'percent', t.percent, 'blocks', t.blocks, 'powersOff', t.powers_off,
      'firedAt', e.at, 'isBlocking', coalesce(${isBlockingNow(now)}, false)) order by t.percent, t.basis), '[]')
    from budget_threshold t left join budget_event e
      on e.budget_id = t.budget_id and e.basis = t.basis and e.percent = t.percent and ${isActiveEvent(now)}
    where t.budget_id = b.id) as thresholds,
  (select max(e.month_ends) from budget_event e where e.budget_id = b.id and ${isBlockingNow(now)}) as "blockedUntil"`;

export type BudgetQuery = ListRequest & {
  user?: string | undefined;
  state?: 'reached' | undefined;
};

export async function readBudgets<Item>(
  ctx: Context,
  query: BudgetQuery,
  map: (row: BudgetRow) => Item,
): Promise<Page<Item>> {
  const now = ctx.clock.now();
  const where: RawBuilder<unknown>[] = [visibleTo(ctx, budgetVisibility)];
  if (query.filter)
    where.push(
      sql`(b.name ilike ${containing(query.filter)} or b.tag ilike ${containing(query.filter)} or owner.email ilike ${containing(query.filter)})`,
    );
  if (query.user) where.push(sql`b.owner_id = ${query.user}`);
  if (query.state)
    where.push(
      sql`exists (select from budget_event e where e.budget_id = b.id and ${isActiveEvent(now)})`,
    );
  return await readListPage<BudgetRow, Item>(
    ctx.db,
    {
      from,
      columns: sql`${columns(now)}, ${effectiveRights(ctx, budgetVisibility)}`,
      where,
      sorts: {
        name: { column: sql`lower(b.name)`, type: 'text' },
        used: { column: sql`coalesce(round(b.spent / b.amount, 6), 0)`, type: 'numeric' },
        created: { column: sql`b.created_at`, type: 'timestamptz' },
      },
      id: { column: sql`b.id`, type: 'uuid' },
      defaultSorting: 'name',
      map,
    },
    query,
    { ...(query.user ? { user: query.user } : {}), ...(query.state ? { state: query.state } : {}) },
  );
}

/**
 * Returns a budget, as in the list. Throws `notFound` if it doesn't exist or the caller has no
 * access.
 */
export const findBudget = (ctx: Context, budgetId: string): Promise<BudgetRow> =>
  visible(ctx, budgetId, sql``);

/**
 * Returns a budget for a change and locks it until the transaction ends. Throws `notFound`,
 * `budgetSetByOther`.
 */
export async function lockBudget(ctx: SignedInContext, budgetId: string): Promise<BudgetRow> {
  const found = await visible(ctx, budgetId, sql`for update of b`);
  if (exceedsAuthority(ctx, found))
    throw userError('budgetSetByOther', { name: found.name, by: found.setBy ?? '' });
  return found;
}

async function visible(
  ctx: Context,
  budgetId: string,
  rowLock: RawBuilder<unknown>,
): Promise<BudgetRow> {
  const { rows } = await sql<BudgetRow>`
    select ${columns(ctx.clock.now())}, ${effectiveRights(ctx, budgetVisibility)} from ${from}
    where b.id = ${budgetId} and ${visibleTo(ctx, budgetVisibility)} ${rowLock}`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw userError('notFound', { what: 'budget', id: budgetId });
  return found;
}

/** Reads budgets for the portal's own work, without an access filter. */
export async function budgetsById(
  ctx: Pick<Context, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<Budget[]> {
  const { rows } = await sql<Budget>`
    select ${columns(ctx.clock.now())} from ${from} where b.id = any(${[...ids]}::uuid[]) order by b.id`.execute(
    ctx.db,
  );
  return rows;
}

/** Returns the caller's relation to the account of an accessible budget. */
export function authorityOver({ actor }: SignedInContext, ownerId: string): Authority {
  if (actor.userId === ownerId) return authorities.own;
  return scopeOf(actor).kind === 'own' ? authorities.parent : authorities.administrator;
}

/** Whether the budget was set by a higher-ranking user, so that the caller can't change it. */
export const exceedsAuthority = (
  ctx: SignedInContext,
  { ownerId, authority }: Pick<Budget, 'ownerId' | 'authority'>,
): boolean => authorityOver(ctx, ownerId) < authority;

export const announceBudget = (
  ctx: Pick<Context, 'db'>,
  { id, siteId, ownerId }: Pick<Budget, 'id' | 'siteId' | 'ownerId'>,
) => announce(ctx.db, { topic: 'budget', id, siteId, ownerId });
