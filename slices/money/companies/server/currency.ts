import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { defineHook, hookContributions } from '../../../../server/platform/hooks.ts';
import { localize } from '../texts/localize.ts';

/**
 * Returns a company's billing currency and locks it until the transaction ends. Waits for a running
 * currency change, and later changes wait for this. Others can meanwhile read, book, and change the
 * rest of the company.
 */
export async function lockCurrency(
  { db }: Pick<Context, 'db'>,
  companyId: string,
): Promise<string> {
  const { rows } = await sql<{
    currency: string;
  }>`select currency from company where id = ${companyId} for key share`.execute(db);
  if (!rows[0]) throw new Error(`There is no company ${companyId}.`);
  return rows[0].currency;
}

/** Returns a company with its current currency, which is locked until the transaction ends. */
export const lockCompanyCurrency = async <C extends { id: string }>(
  ctx: Pick<Context, 'db'>,
  company: C,
): Promise<C & { currency: string }> => ({
  ...company,
  currency: await lockCurrency(ctx, company.id),
});

/** A company that changes its billing currency. */
export interface CurrencyChange {
  companyId: string;
  company: string;
  before: string;
  given: string;
}

/** A reason why the currency can't change, as a whole sentence. */
export type Obstacle = LocalizedText;

/**
 * Called after the currency has changed, in the same transaction. Returns what prevents the company
 * from billing in it.
 */
export type CurrencyGuard = (ctx: SignedInContext, change: CurrencyChange) => Promise<Obstacle[]>;

/**
 * Lets other slices prevent a currency change, because the companies slice doesn't know about
 * prices and usage.
 */
export const authorizeCompanyCurrency = defineHook<CurrencyGuard>('companies.authorizeCurrency');

/**
 * Requires that the previous currency is no longer in use, because amounts aren't converted. Throws
 * `companyCurrencyInUse` with everything that uses it. Waits for postings in progress.
 */
export async function checkCurrencyChange(
  ctx: SignedInContext,
  change: CurrencyChange,
): Promise<void> {
  const found = await balanceObstacles(ctx, change);
  for (const check of hookContributions(ctx, authorizeCompanyCurrency))
    found.push(...(await check(ctx, change)));
  if (found.length === 0) return;
  const { company, before, given } = change;
  const obstacles = eachLanguage((language) =>
    found.map((obstacle) => obstacle[language]).join(' '),
  );
  throw userError('companyCurrencyInUse', { company, before, given, obstacles }, 'currency');
}

interface OpenBalances {
  owing: number;
  owed: string;
  having: number;
  had: string;
  deposits: number;
  payments: number;
  approvals: number;
  credits: number;
}

/**
 * Returns obstacles from customers' balances, pending payments, and credit limits in the previous
 * currency.
 */
async function balanceObstacles(
  ctx: SignedInContext,
  { companyId, before }: CurrencyChange,
): Promise<Obstacle[]> {
  const { rows } = await sql<OpenBalances>`
    with balance as (
      select a.user_id, sum(p.amount) as amount from ledger_account a join ledger_posting p on p.account_id = a.id
      where a.company_id = ${companyId} and a.currency = ${before} and a.user_id is not null group by a.user_id
    )
    select count(*) filter (where amount < 0)::integer as owing, trim_scale(coalesce(-sum(amount) filter (where amount < 0), 0))::text as owed,
      count(*) filter (where amount > 0)::integer as having, trim_scale(coalesce(sum(amount) filter (where amount > 0), 0))::text as had,
      (select count(*)::integer from charge_order where company_id = ${companyId} and currency = ${before} and state in (1, 2) and expires_at > ${ctx.clock.now()}) as deposits,
      (select count(*)::integer from payment_order where company_id = ${companyId} and currency = ${before} and state in (1, 2)) as payments,
      (select count(*)::integer from ledger_approval where company_id = ${companyId} and currency = ${before} and state = 'waiting') as approvals,
      (select count(*)::integer from user_account where credit_limit > 0 and deleted_at is null and company_of_site(site_id) = ${companyId}) as credits
    from balance`.execute(ctx.db);
  return rows[0] ? leftText(rows[0], before) : [];
}

function leftText(
  { owing, owed, having, had, deposits, payments, approvals, credits }: OpenBalances,
  currency: string,
): Obstacle[] {
  const all: [number, Obstacle][] = [
    [owing, localize('currency.all.customersUnpaidInvoicesCharges', { owing, owed, currency })],
    [having, localize('currency.all.customersPositiveBalanceTotal', { having, had, currency })],
    [deposits, localize('currency.all.depositRequestsWaitingTransfer', { deposits })],
    [payments, localize('currency.all.paymentsProgress', { payments })],
    [approvals, localize('currency.all.bookingsWaitingSecondApproval', { approvals })],
    [credits, localize('currency.all.customersCreditLimit', { credits })],
  ];
  return all.filter(([count]) => count > 0).map(([, obstacle]) => obstacle);
}
