import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { requireFields } from '../../../../server/platform/access/fieldPermissions.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { companyEndpoints } from '../contract.ts';
import { readCompany } from './store.ts';
import { checkBankAccount } from './taxNumbers.ts';
import { requireCurrentVersion } from './versions.ts';

type Properties = z.output<(typeof companyEndpoints)['updateCompanyBilling']['body']>;

/**
 * Saves terms, bank account and taxes as a whole. Throws `companyChangedMeanwhile`,
 * `fieldNotAllowed`, `taxOverlaps`, `ibanInvalid`, `amountWrong`.
 */
export async function changeBilling(
  ctx: SignedInContext,
  companyId: string,
  { seen, ...changes }: Properties,
): Promise<void> {
  // Serializes changes. Postings aren't blocked.
  await sql`select from company where id = ${companyId} for no key update`.execute(ctx.db);
  const before = await readCompany(ctx, companyId);
  requireCurrentVersion(before, 'billingProperties', seen);
  requireNoOverlaps(changes.taxes);
  const newProperties = { ...changes, bankAccount: checkBankAccount(changes.bankAccount) };
  requireFields(
    ctx,
    companyEndpoints.updateCompanyBilling,
    before.billingProperties,
    newProperties,
  );
  await checkMinorUnits(
    ctx,
    { amount: changes.minDeposit, currency: before.settings.currency },
    'minDeposit',
  );
  if (typeof newProperties.approvalAbove === 'string')
    await checkMinorUnits(
      ctx,
      { amount: newProperties.approvalAbove, currency: before.settings.currency },
      'approvalAbove',
    );
  await sql`
    update company set payment_days = ${newProperties.paymentDays}, min_deposit = ${newProperties.minDeposit}, bank_name = ${newProperties.bankName},
      bank_holder = ${newProperties.bankHolder}, bank_account = ${newProperties.bankAccount}, bank_swift = ${newProperties.bankSwift},
      mails_documents = coalesce(${newProperties.mailsDocuments ?? null}, mails_documents),
      approval_above = ${newProperties.approvalAbove === undefined ? sql`approval_above` : newProperties.approvalAbove},
      foreign_tax = coalesce(${newProperties.foreignTax ?? null}, foreign_tax)
    where id = ${companyId}`.execute(ctx.db);
  await sql`delete from company_tax where company_id = ${companyId}`.execute(ctx.db);
  await sql`
    insert into company_tax (company_id, name, rate, valid_from, valid_to)
    select ${companyId}, name, rate, "validFrom", "validTo"
    from jsonb_to_recordset(${JSON.stringify(newProperties.taxes)}::jsonb) as tax (name text, rate numeric, "validFrom" date, "validTo" date)`.execute(
    ctx.db,
  );
  ctx.note({
    targetType: 'company',
    targetId: companyId,
    before: before.billingProperties,
    after: newProperties,
  });
  await announce(ctx.db, { topic: 'company', id: companyId });
}

/** Dates are compared as strings, because ISO 8601 sorts as text. */
function requireNoOverlaps(taxes: Properties['taxes']): void {
  taxes.forEach((tax, index) => {
    const overlaps = taxes
      .slice(0, index)
      .some(
        (other) =>
          other.name.toLowerCase() === tax.name.toLowerCase() &&
          other.validFrom <= (tax.validTo ?? '9999-12-31') &&
          tax.validFrom <= (other.validTo ?? '9999-12-31'),
      );
    if (overlaps) throw userError('taxOverlaps', { name: tax.name }, `taxes.${index}.validFrom`);
  });
}

/** Throws `amountWrong` for an amount finer than the minor unit of its currency (ISO 4217). */
export async function checkMinorUnits(
  ctx: Pick<SignedInContext, 'db'>,
  threshold: { amount: string; currency: string },
  key: string,
): Promise<void> {
  const { rows } = await sql<{ digits: number; fits: boolean }>`
    select minor_units(${threshold.currency}) as digits, scale(trim_scale(${threshold.amount}::numeric)) <= minor_units(${threshold.currency}) as fits`.execute(
    ctx.db,
  );
  if (!rows[0]?.fits)
    throw userError(
      'amountWrong',
      { given: threshold.amount, currency: threshold.currency, digits: rows[0]?.digits ?? 2 },
      key,
    );
}
