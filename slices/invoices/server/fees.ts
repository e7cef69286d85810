import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../contract/languages.ts';
import type { Context } from '../../../server/platform/context.ts';
import { issueDraft } from './issue.ts';
import { regimeOf } from './regime.ts';
import { taxOf } from './splits.ts';
import { feeItem, feeTitle } from './words.ts';

/** Over `company c` and the `site` of the customer: a rate `t` that holds today. */
const holdsToday = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  t.company_id = c.id and (${now}::timestamptz at time zone site.time_zone)::date <@ daterange(t.valid_from, t.valid_to, '[]'))`;

/** Over the same, `user_account u` and its `billing_profile p`: the rates in percent that a late fee is taxed with today, as texts. */
export const feeRates = (ctx: Pick<Context, 'clock'>): RawBuilder<string[]> => sql<string[]>`(
  select coalesce(array_agg(trim_scale(t.rate)::text order by t.name), '{}') from company_tax t
  where ${holdsToday(ctx.clock.now())} and ${regimeOf} = 'home')`;

export interface LateFee {
  /** The document that was not paid in time. */
  document: { id: string; number: string };
  userId: string;
  companyId: string;
  currency: string;
  /** Before tax. */
  amount: string;
  isTaxed: boolean;
  /** Under which it is booked. */
  key: string;
}

const reason = (number: string): Record<Language, string> => ({ en: `${feeTitle.en}: ${number}`, he: `${feeTitle.he}: ${number}` });

/**
 * Issues an invoice of its own for a late fee, with the taxes that hold for the customer, in the transaction of the context. There is one
 * for a document. It is of no month: the invoices of months stay one each. Nothing that blocks those keeps it back, as the document it is
 * about was issued.
 */
export async function issueLateFee(ctx: Context, fee: LateFee): Promise<void> {
  const { document, userId, companyId, currency, amount, isTaxed, key } = fee;
  const customer = sql`company c, user_account u left join billing_profile p on p.user_id = u.id where c.id = ${companyId} and u.id = ${userId}`;
  const { rows } = await sql<{ id: string }>`
    insert into invoice (company_id, user_id, fee_for, currency, net, line_count, regime)
    select c.id, u.id, ${document.id}, ${currency}, ${amount}, 1, case when ${isTaxed} then ${regimeOf} else 'home' end from ${customer}
    returning id`.execute(ctx.db);
  const invoiceId = rows[0]?.id ?? '';
  const now = ctx.clock.now();
  await sql`
    insert into invoice_line (invoice_id, owner_id, subject_type, subject_id, subject_name, item, from_at, to_at, exact, amount, currency)
    values (${invoiceId}, ${userId}, 'document', ${document.id}, ${document.number}, ${feeItem}, ${now}, ${now}, ${amount}, ${amount}, ${currency})`.execute(
    ctx.db,
  );
  await sql`
    insert into invoice_tax (invoice_id, name, rate, amount)
    select i.id, t.name, t.rate, ${taxOf(sql`i.net`, sql`t.rate`, sql`minor_units(i.currency)`)}
    from invoice i join company c on c.id = i.company_id join user_account u on u.id = i.user_id join site on site.id = u.site_id, company_tax t
    where i.id = ${invoiceId} and ${isTaxed} and i.regime = 'home' and ${holdsToday(now)}`.execute(ctx.db);
  await sql`
    update invoice set tax = coalesce((select sum(amount) from invoice_tax where invoice_id = ${invoiceId}), 0) where id = ${invoiceId}`.execute(
    ctx.db,
  );
  await issueDraft(ctx, invoiceId, { key, reason: reason(document.number) });
}
