import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { defineHook, hooked } from '../../../../server/platform/hooks.ts';
import { localize } from '../texts/localize.ts';

/**
 * Locks the billing currency of a company until the transaction ends: waits for a running change,
 * and later ones wait for this. Others can read, book, and change the rest of the company
 * meanwhile.
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

/** Data of a company, with its currency locked until the transaction ends. */
export const inHeldCurrency = async <C extends { id: string }>(
  ctx: Pick<Context, 'db'>,
  company: C,
): Promise<C & { currency: string }> => ({
  ...company,
  currency: await lockCurrency(ctx, company.id),
});

/** A company that is to bill in another currency. */
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
 * Called before a company bills in another currency, because companies don't know what is sold and
 * used.
 */
export const authorizeCompanyCurrency = defineHook<CurrencyGuard>('companies.authorizeCurrency');

/**
 * Amounts aren't converted, so the previous currency must not be in use. Throws
 * `companyCurrencyInUse` with everything that uses it. Waits for postings in progress.
 */
export async function checkCurrencyChange(
  ctx: SignedInContext,
  change: CurrencyChange,
): Promise<void> {
  const found = await moneyIn(ctx, change);
  for (const guard of hooked(ctx, authorizeCompanyCurrency))
    found.push(...(await guard(ctx, change)));
  if (found.length === 0) return;
  const { company, before, given } = change;
  const obstacles = eachLanguage((language) =>
    found.map((obstacle) => obstacle[language]).join(' '),
  );
  throw userError('companyCurrencyInUse', { company, before, given, obstacles }, 'currency');
}

interface Left {
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
 * Money of customers in the currency of before, what is about to become some, and limits that mean
 * amounts in it.
 */
async function moneyIn(
  ctx: SignedInContext,
  { companyId, before }: CurrencyChange,
): Promise<Obstacle[]> {
  const { rows } = await sql<Left>`
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
  return rows[0] ? worded(rows[0], before) : [];
}

function worded(
  { owing, owed, having, had, deposits, payments, approvals, credits }: Left,
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
