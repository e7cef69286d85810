import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { remainingCredits } from '../../discounts/server/index.ts';
import { isIssued, ratesToday } from '../../invoices/server/index.ts';
import { balanceIn } from '../../ledger/server/index.ts';
import { monthOfSites, payerBills } from '../../pricing/server/index.ts';
import { pendingOrdersSql } from './holds.ts';
import { accountsOf } from './payers.ts';

type Ctx = Pick<Context, 'db' | 'clock'>;

/** A payer's balance including tax, rounded to the currency's decimals. */
export interface PayerBalance {
  payerId: string;
  currency: string;
  balance: string;
  /** The credit limit: how far below zero the balance can go. */
  credit: string;
  /**
   * The part of existing orders and this one that is covered by promo codes not yet used by an
   * invoice. It is the codes' entire remaining amount unless even more is missing. Codes don't pay
   * for earlier usage.
   */
  promo: string;
  /** Usage and orders that aren't on an issued invoice yet. */
  used: string;
  /** The additional amount of this order. */
  cost: string;
  /** Balance plus credit limit and promo codes, minus used amounts and the cost of this order. */
  left: string;
  /** The exact sign of the remaining balance: -1 if it is exceeded, 0 if nothing is left. */
  sign: -1 | 0 | 1;
}

interface Options {
  /** Calculates up to this time as if active resources continued. Omitted: up to now. */
  until?: Date;
  /** Omitted: the company's billing currency. */
  currency?: string;
  /** Before tax. */
  cost?: string;
}

interface PayerMonth {
  payerId: string;
  siteId: string;
  companyId: string;
  /** The first day of the current month. */
  month: string;
  currency: string;
  balance: string;
  credit: string;
  /** Percentages as text. */
  rates: string[];
  /** A time in the previous month, if that month has no issued invoice yet. Null if it has one. */
  openBefore: Date | null;
  /** Whether the month at the payer's site ends before the end of the calculated period. */
  endsBefore: boolean;
}

type BillingMonth = 'before' | 'now' | 'next';

/**
 * An amount of one payer for one upcoming invoice, before tax: the bill after discounts, an order,
 * or the amount covered by a promo code.
 */
interface Part {
  payerId: string;
  currency: string;
  amount: string;
  kind: 'bill' | 'held' | 'promo';
  /** The ID of the redeemed promo code. */
  useId: string | null;
  which: BillingMonth;
}

const middle = sql`interval '15 days'`;

/**
 * The remaining balance of these payers: the ledger balance, minus billed amounts without an issued
 * invoice (calculated by the billing code with today's taxes), minus orders that aren't ready yet.
 * Covers the current month, and the previous month while its invoice isn't issued. The number of
 * SQL statements doesn't depend on the number of payers.
 */
export async function calculate(
  ctx: Ctx,
  payerIds: readonly string[],
  options: Options = {},
): Promise<PayerBalance[]> {
  const now = ctx.clock.now();
  const until = options.until ?? now;
  const facts = await readFacts(ctx, payerIds, until, options.currency);
  const accounts = await accountsOf(ctx, payerIds);
  const parts = await readCurrentUsage(ctx, facts, accounts, { at: now, until, which: 'now' });
  const before = Map.groupBy(
    facts.filter(({ openBefore }) => openBefore),
    ({ openBefore }) => openBefore?.getTime() ?? 0,
  );
  for (const [at, amounts] of before)
    parts.push(
      ...(await getMonthTotals(ctx, amounts, accounts, {
        at: new Date(at),
        until: null,
        which: 'before',
      })),
    );
  const next = facts.filter(({ endsBefore }) => endsBefore);
  if (next.length > 0)
    parts.push(...(await getMonthTotals(ctx, next, accounts, { at: until, until, which: 'next' })));
  return await totalsByPayer(ctx, facts, parts, options.cost ?? '0');
}

async function readFacts(
  ctx: Ctx,
  payerIds: readonly string[],
  until: Date,
  currency: string | undefined,
): Promise<PayerMonth[]> {
  const now = ctx.clock.now();
  const currencyColumn = sql`coalesce(${currency ?? null}::text, c.currency)`;
  const { rows } = await sql<PayerMonth>`
    select u.id as "payerId", u.site_id as "siteId", ${currencyColumn} as currency, ${balanceIn({ company: 'c.id', user: 'u.id' }, currencyColumn)}::text as balance,
      case when ${currencyColumn} = c.currency then u.credit_limit else 0 end::text as credit, ${ratesToday(ctx)} as rates,
      case when not ${isIssued('c.id', 'u.id', sql`(m.month - interval '1 month')::date`)} then date_trunc('day', m.month - ${middle}) at time zone 'UTC' end as "openBefore",
      m.ends <= ${until} as "endsBefore", c.id as "companyId", to_char(m.month, 'YYYY-MM-DD') as month
    from user_account u join site on site.id = u.site_id join company c on c.id = company_of_site(u.site_id)
    join (${monthOfSites(now)}) m on m.site_id = u.site_id left join billing_profile p on p.user_id = u.id
    where u.id = any(${[...payerIds]}::uuid[]) order by u.id`.execute(ctx.db);
  return rows;
}

const ids = (facts: readonly PayerMonth[]): string[] => facts.map(({ payerId }) => payerId);

/**
 * The current month and pending orders in one snapshot, so that nothing is counted twice or missed.
 */
const readCurrentUsage = (
  ctx: Ctx,
  facts: readonly PayerMonth[],
  accounts: readonly string[],
  month: Month,
): Promise<Part[]> =>
  readBalanceParts(
    ctx,
    facts,
    accounts,
    month,
    sql`${costParts} union all select payer_id, currency, amount, 'held', null from (${pendingOrdersSql(ids(facts))}) as held`,
  );

const costParts = sql`
  select payer_id, currency, amount, 'bill' as kind, null::uuid as use_id from payer_bill
  union all select bill, currency, amount, 'promo', id from discount_line where type = 'promo' and kind = 'credit'`;

const getMonthTotals = (
  ctx: Ctx,
  facts: readonly PayerMonth[],
  accounts: readonly string[],
  month: Month,
): Promise<Part[]> => readBalanceParts(ctx, facts, accounts, month, costParts);

interface Month {
  at: Date;
  until: Date | null;
  which: BillingMonth;
}

async function readBalanceParts(
  ctx: Ctx,
  facts: readonly PayerMonth[],
  accounts: readonly string[],
  { which, ...month }: Month,
  parts: RawBuilder<unknown>,
): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with recursive ${payerBills(ids(facts), accounts, month)}
    select payer_id as "payerId", currency, sum(amount)::text as amount, kind, use_id as "useId" from (${parts}) as part
    group by payer_id, currency, kind, use_id`.execute(ctx.db);
  return rows.map((row) => ({ ...row, which }));
}

/** SQL over a `fact`: an amount plus its taxes, each rounded as on an invoice. */
const taxed = (amount: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${amount} + coalesce((
  select sum(round(${amount} * rate::numeric / 100, minor_units(fact.currency))) from jsonb_array_elements_text(fact.rates) as rate), 0))`;

/**
 * The remaining amounts of promo codes: their value minus the amounts used by the bills calculated
 * here. Negative if two bills use the same amount because neither is invoiced yet. The excess then
 * counts as usage.
 */
const unspentQuery = (facts: readonly PayerMonth[]): RawBuilder<unknown> => {
  // Discounts on the previous month's issued invoice are already used. Those of upcoming invoices
  // are in the parts.
  const payers = sql`select "payerId" as payer_id, "companyId" as company_id, month,
      case when "openBefore" is null then array[month] else array[month, (month - interval '1 month')::date] end as open
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as fact ("payerId" uuid, "companyId" uuid, month date, "openBefore" timestamptz)`;
  return sql`
    select code.payer_id, code.currency, sum(code.amount - coalesce(taken.amount, 0)) as amount
    from (${remainingCredits(payers)}) as code
    left join (select "useId", sum(amount) as amount from part where kind = 'promo' group by "useId") as taken on taken."useId" = code.id
    group by code.payer_id, code.currency`;
};

async function totalsByPayer(
  ctx: Pick<Context, 'db'>,
  facts: readonly PayerMonth[],
  parts: readonly Part[],
  cost: string,
): Promise<PayerBalance[]> {
  const roundToMinorUnits = (amount: RawBuilder<unknown>) =>
    sql`round(${amount}, minor_units(currency))::text`;
  const matchesFact = sql`(part."payerId", part.currency) = (fact."payerId", fact.currency) and part.kind <> 'promo'`;
  const { rows } = await sql<PayerBalance>`
    with part as (
      select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part ("payerId" uuid, currency text, amount numeric, kind text, "useId" uuid, which text)),
    unspent as (${unspentQuery(facts)}),
    reckoned as (
      select fact.*,
        ${taxed(sql`now.amount`)} + coalesce((
          select sum(${taxed(sql`other.amount`)})
          from (select sum(part.amount) as amount from part where ${matchesFact} and part.which <> 'now' group by part.which) as other), 0) as used,
        ${taxed(sql`(now.amount + ${cost}::numeric)`)} - ${taxed(sql`now.amount`)} as cost,
        ${taxed(sql`(now.amount + ${cost}::numeric)`)} - ${taxed(sql`(now.amount + ${cost}::numeric - covered.amount)`)} as covered,
        ${taxed(sql`(code.unspent - covered.amount)`)} as uncovered
      from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as fact ("payerId" uuid, currency text, balance numeric, credit numeric, rates jsonb)
      cross join lateral (
        select coalesce((select amount from unspent where (unspent.payer_id, unspent.currency) = (fact."payerId", fact.currency)), 0) as left_over) as codes
      cross join lateral (select greatest(codes.left_over, 0) as unspent) as code
      cross join lateral (
        select coalesce(sum(part.amount), 0) + greatest(-codes.left_over, 0) as amount, coalesce(sum(part.amount) filter (where part.kind = 'held'), 0) as held
        from part where ${matchesFact} and part.which = 'now') as now
      cross join lateral (select least(code.unspent, now.held + ${cost}::numeric) as amount) as covered
    ),
    told as (
      select *, covered + case when balance + credit - used - cost + covered >= 0 then uncovered else 0 end as promo from reckoned)
    select "payerId", currency, ${roundToMinorUnits(sql`balance`)} as balance, ${roundToMinorUnits(sql`credit`)} as credit, ${roundToMinorUnits(sql`promo`)} as promo, ${roundToMinorUnits(sql`used`)} as used,
      ${roundToMinorUnits(sql`cost`)} as cost, ${roundToMinorUnits(sql`balance + credit + promo - used - cost`)} as left, sign(balance + credit + promo - used - cost)::integer as sign
    from told`.execute(ctx.db);
  return rows;
}
