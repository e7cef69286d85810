import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { needsAuthorityConnection } from '../../allocations/server/index.ts';
import { type FaultCode, isBlocking } from './run/faults.ts';
import { firstDay } from './run/periods.ts';

/** The seller as shown on documents. */
export interface Seller {
  id: string;
  legalName: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  taxNumber: string;
  currency: string;
  series: string;
  numberFormat: string;
  paymentDays: number;
  bankName: string;
  bankHolder: string;
  bankAccount: string;
  bankSwift: string;
}

export async function readSeller(ctx: Pick<Context, 'db'>, companyId: string): Promise<Seller> {
  const { rows } = await sql<Seller>`
    select id, legal_name as "legalName", street, city, region, postal_code as "postalCode", country, tax_number as "taxNumber", currency,
      document_series as series, number_format as "numberFormat", payment_days as "paymentDays", bank_name as "bankName",
      bank_holder as "bankHolder", bank_account as "bankAccount", bank_swift as "bankSwift"
    from company where id = ${companyId}`.execute(ctx.db);
  if (!rows[0]) throw new Error(`There is no company ${companyId}.`);
  return rows[0];
}

/**
 * SQL: the company's tax rates on the last day of the month. Expects `company_id` and the first day
 * of the month.
 */
export const taxesOfMonth = (companyId: string, period: string) => sql`
  select name, rate from company_tax
  where company_id = ${companyId} and (${firstDay(period)}::date + interval '1 month' - interval '1 day')::date <@ daterange(valid_from, valid_to, '[]')`;

/** SQL: the company's tax rates today at the customer's site. */
export const taxesToday = (ctx: Pick<Context, 'clock'>, companyId: string, userId: string) => sql`
  select t.name, t.rate from company_tax t join user_account u on u.id = ${userId} join site on site.id = u.site_id
  where t.company_id = ${companyId} and (${ctx.clock.now()}::timestamptz at time zone site.time_zone)::date <@ daterange(t.valid_from, t.valid_to, '[]')`;

/** Problems that affect every customer of the company, given these taxes. */
export async function companyFaults(
  ctx: Pick<Context, 'db'>,
  companyId: string,
  taxCondition: RawBuilder<unknown>,
): Promise<FaultCode[]> {
  const seller = await readSeller(ctx, companyId);
  const { rows: taxes } = await sql`${taxCondition}`.execute(ctx.db);
  const { rows: currencyRows } = await sql<{
    decimals: number;
  }>`select minor_units(${seller.currency}) as decimals`.execute(ctx.db);
  const decimals = currencyRows[0]?.decimals ?? 2;
  const faults: FaultCode[] = [];
  if (seller.street === '' || seller.city === '') faults.push('companyAddress');
  if (taxes.length > 0 && seller.taxNumber === '') faults.push('companyTaxNumber');
  if (taxes.length === 0) faults.push('noTax');
  if (taxes.length > 1 || (taxes.length === 0 && seller.taxNumber === '') || decimals > 2)
    faults.push('noEInvoice');
  if (taxes.length > 0 && (await needsAuthorityConnection(ctx, seller)))
    faults.push('noAllocation');
  return faults;
}

/** The problems that prevent issuing. */
export const blockingOf = (faults: readonly FaultCode[]): FaultCode[] => faults.filter(isBlocking);

/** Notifies the browsers of the company's administrators that its run has progressed. */
export async function announceRun(
  ctx: Pick<Context, 'db' | 'site'>,
  companyId: string,
): Promise<void> {
  const event = { topic: 'invoicing', id: companyId, siteId: ctx.site.id };
  await announce(ctx.db, event);
  const { rows } = await sql<{
    id: string;
  }>`select user_id as id from company_admin where company_id = ${companyId}`.execute(ctx.db);
  for (const { id } of rows) await announce(ctx.db, { ...event, ownerId: id });
}
