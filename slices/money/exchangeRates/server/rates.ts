import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { roleHas } from '../../../../contract/access/permissions.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { Language, LocalizedText } from '../../../../contract/languages.ts';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { checkCurrency } from '../../companies/server/index.ts';
import type { exchangeRateEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { type DatedPair, preserveClosedRates } from './preserveClosedRates.ts';

type ListAnswer = z.output<(typeof exchangeRateEndpoints)['listExchangeRates']['answer']>;
type Row = ListAnswer['items'][number];
type State = Row['state'];

/** Returns why the user can't change rates, which apply to all sites. Null if they can. */
export function changeObstacle(ctx: Pick<SignedInContext, 'actor' | 'language'>): string | null {
  if (!hasPermission(ctx, 'exchangeRates.manage'))
    return render('notAllowed', ctx.language, { permission: 'exchangeRates.manage' });
  return isOperator(ctx) ? null : render('exchangeRateTopmost', ctx.language);
}

/**
 * Checks the user's role, because access keys are never granted `portal.manage`. An operator's key
 * needs only the permission for the operation.
 */
const isOperator = ({ actor }: Pick<SignedInContext, 'actor'>): boolean =>
  !actor.isSandboxed && roleHas(actor.role, 'portal.manage');

/**
 * Throws `exchangeRateTopmost` for everyone except the operator, because rates apply to all sites
 * and companies.
 */
export function requireOperator(ctx: Pick<SignedInContext, 'actor'>): void {
  if (!isOperator(ctx)) throw userError('exchangeRateTopmost');
}

const stateAt = (now: Date): RawBuilder<State> => sql<State>`
  case when r.withdrawn_at is not null then 'withdrawn' when r.day > (${now}::timestamptz at time zone 'UTC')::date then 'planned' else 'known' end`;

/** Lists the rates, newest date first. Users with access see all of them. */
export async function listRates(
  ctx: SignedInContext,
  query: ListRequest & { state?: State | undefined },
): Promise<ListAnswer> {
  const state = stateAt(ctx.clock.now());
  const addDenialReason = changeObstacle(ctx);
  const page = await readListPage<Found, Row>(
    ctx.db,
    {
      from: sql`exchange_rate r`,
      columns: sql`
        r.id, r.base, r.quote, trim_scale(r.rate)::text as rate, to_char(r.day, 'YYYY-MM-DD') as day, r.source, ${state} as state,
        r.entered_at as "enteredAt", account_email(r.entered_by) as "enteredBy", r.withdrawn_at as "withdrawnAt", account_email(r.withdrawn_by) as "withdrawnBy"`,
      where: [
        ...(query.filter
          ? [
              sql`concat_ws(' ', r.base, r.quote, to_char(r.day, 'YYYY-MM-DD')) ilike ${containing(query.filter)}`,
            ]
          : []),
        ...(query.state ? [sql`${state} = ${query.state}`] : []),
      ],
      sorts: {
        day: { column: sql`r.day::timestamptz`, type: 'timestamptz' },
        pair: { column: sql`r.base || r.quote`, type: 'text' },
      },
      id: { column: sql`r.id`, type: 'uuid' },
      defaultSorting: '-day',
      map: (row) => present(row, addDenialReason, ctx.language),
    },
    query,
    query.state ? { state: query.state } : {},
  );
  return { ...page, cannotAdd: addDenialReason };
}

interface Found extends Omit<Row, 'actions' | 'enteredAt' | 'withdrawnAt'> {
  enteredAt: Date;
  withdrawnAt: Date | null;
}

const alreadyWithdrawn: LocalizedText = localize('alreadyWithdrawn');

function present(found: Found, denialReason: string | null, language: Language): Row {
  const { id, base, quote, rate, day, source, state, enteredBy, withdrawnBy, ...at } = found;
  const reason = state === 'withdrawn' ? alreadyWithdrawn[language] : denialReason;
  return {
    ...{ id, base, quote, rate, day, source, state, enteredBy, withdrawnBy },
    ...{
      enteredAt: at.enteredAt.toISOString(),
      withdrawnAt: at.withdrawnAt?.toISOString() ?? null,
    },
    actions: { correct: reason, withdraw: reason },
  };
}

interface NewRate extends DatedPair {
  rate: string;
}

/** Throws `exchangeRateTopmost`, `currencyUnknown`, `exchangeRateTaken`, `exchangeRateSettled`. */
export async function addRate(ctx: SignedInContext, input: NewRate): Promise<string> {
  requireOperator(ctx);
  checkCurrency(input.base, 'base');
  checkCurrency(input.quote, 'quote');
  const id = await preserveClosedRates(ctx, input, () => insertRate(ctx, input));
  ctx.note({ targetType: 'exchangeRate', targetId: id, after: input });
  return id;
}

/**
 * Replaces a rate. A published rate is corrected by a manually entered one. Throws
 * `exchangeRateTopmost`, `notFound`, `exchangeRateTaken`, `exchangeRateSettled`.
 */
export async function correctRate(ctx: SignedInContext, id: string, rate: string): Promise<string> {
  requireOperator(ctx);
  const before = await findRate(ctx, id);
  const corrected = { ...before, rate };
  const newId = await preserveClosedRates(ctx, before, async () => {
    await markWithdrawn(ctx, id);
    return await insertRate(ctx, corrected);
  });
  ctx.note({ targetType: 'exchangeRate', targetId: newId, before, after: corrected });
  return newId;
}

/** Throws `exchangeRateTopmost`, `notFound`, `exchangeRateSettled`. */
export async function withdrawRate(ctx: SignedInContext, id: string): Promise<void> {
  requireOperator(ctx);
  const before = await findRate(ctx, id);
  await preserveClosedRates(ctx, before, () => markWithdrawn(ctx, id));
  ctx.note({ targetType: 'exchangeRate', targetId: id, before, after: null });
}

/** Returns a rate that isn't withdrawn. Throws `notFound` for any other. */
async function findRate(ctx: Pick<Context, 'db'>, id: string): Promise<NewRate> {
  const { rows } = await sql<NewRate>`
    select base, quote, to_char(day, 'YYYY-MM-DD') as day, trim_scale(rate)::text as rate from exchange_rate where id = ${id} and withdrawn_at is null for update`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'exchange rate', id });
  return rows[0];
}

async function insertRate(
  ctx: SignedInContext,
  { base, quote, day, rate }: NewRate,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into exchange_rate (base, quote, day, rate, source, entered_at, entered_by)
    values (${base}, ${quote}, ${day}::date, ${rate}::numeric, 'manual', ${ctx.clock.now()}, ${ctx.actor.userId})
    on conflict (base, quote, day, source) where withdrawn_at is null do nothing returning id`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('exchangeRateTaken', { base, quote, day }, 'day');
  await publishChange(ctx, rows[0].id);
  return rows[0].id;
}

async function markWithdrawn(ctx: SignedInContext, id: string): Promise<void> {
  await sql`update exchange_rate set withdrawn_at = ${ctx.clock.now()}, withdrawn_by = ${ctx.actor.userId} where id = ${id} and withdrawn_at is null`.execute(
    ctx.db,
  );
  await publishChange(ctx, id);
}

export const publishChange = (ctx: Pick<Context, 'db'>, id: string) =>
  announce(ctx.db, { topic: 'exchangeRate', id });
