import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import type { PostedTransaction } from '../../../ledger/server/index.ts';
import type { TaxLine } from '../documents/documents.ts';
import { issueDraft, type Posting } from '../issue.ts';
import { taxOf } from '../run/splits.ts';
import { type Regime, regimeOf } from '../tax/regime.ts';

/** SQL over `company c` and the customer's `site`: whether the tax rate `t` is valid today. */
const isValidToday = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  t.company_id = c.id and (${now}::timestamptz at time zone site.time_zone)::date <@ daterange(t.valid_from, t.valid_to, '[]'))`;

/**
 * SQL over the same tables plus `user_account u` and its `billing_profile p`: today's tax rates, as
 * percentages in text form, for an invoice that isn't monthly.
 */
export const ratesToday = (ctx: Pick<Context, 'clock'>): RawBuilder<string[]> => sql<string[]>`(
  select coalesce(array_agg(trim_scale(t.rate)::text order by t.name), '{}') from company_tax t
  where ${isValidToday(ctx.clock.now())} and ${regimeOf} = 'home')`;

/** A separate charge dated today. */
export interface OneOffSum {
  userId: string;
  companyId: string;
  currency: string;
  /** Before tax, as exact decimal text in major units. */
  amount: string;
  isTaxed: boolean;
}

export interface Calculated {
  regime: Regime;
  net: string;
  tax: string;
  total: string;
  taxes: TaxLine[];
}

/**
 * The total with the customer's current taxes. The same calculation is used for previews and for
 * issuing.
 */
export async function calculateOneOff(
  ctx: Pick<Context, 'db' | 'clock'>,
  sum: OneOffSum,
): Promise<Calculated> {
  const net = sql`${sum.amount}::numeric`;
  const { rows } = await sql<Calculated>`
    select chosen.regime, trim_scale(${net})::text as net, trim_scale(s.tax)::text as tax, trim_scale(${net} + s.tax)::text as total, s.taxes
    from company c cross join user_account u join site on site.id = u.site_id left join billing_profile p on p.user_id = u.id
    cross join lateral (select case when ${sum.isTaxed} then ${regimeOf} else 'home' end as regime) chosen
    cross join lateral (
      select coalesce(sum(tax.amount), 0) as tax, coalesce(jsonb_agg(jsonb_build_object(
        'name', tax.name, 'rate', trim_scale(tax.rate)::text, 'amount', trim_scale(tax.amount)::text) order by tax.name), '[]') as taxes
      from (
        select t.name, t.rate, ${taxOf(net, sql`t.rate`, sql`minor_units(${sum.currency})`)} as amount from company_tax t
        where ${sum.isTaxed} and chosen.regime = 'home' and ${isValidToday(ctx.clock.now())}) as tax) s
    where c.id = ${sum.companyId} and u.id = ${sum.userId}`.execute(ctx.db);
  if (!rows[0])
    throw new Error(`There is no account ${sum.userId} or no company ${sum.companyId}.`);
  return rows[0];
}

/** An invoice that isn't for a month. It has one line and doesn't count as a monthly invoice. */
export interface OneOff extends OneOffSum {
  line: { subjectType: string; subjectId: string | null; subjectName: string; item: string };
  /** For late fees: the overdue document. */
  feeFor: string | null;
  posting: Posting;
}

/**
 * Issues the invoice in the context's transaction. It is booked, numbered, written, and emailed, or
 * nothing happens. Blockers of monthly invoices don't apply. Throws the ledger's errors.
 */
export async function issueOneOff(
  ctx: Context,
  oneOff: OneOff,
): Promise<PostedTransaction & { invoiceId: string }> {
  const { userId, companyId, currency, line, feeFor, posting } = oneOff;
  const { regime, net, tax, taxes } = await calculateOneOff(ctx, oneOff);
  const { rows } = await sql<{ id: string }>`
    insert into invoice (company_id, user_id, fee_for, currency, net, tax, line_count, regime)
    values (${companyId}, ${userId}, ${feeFor}, ${currency}, ${net}, ${tax}, 1, ${regime}) returning id`.execute(
    ctx.db,
  );
  const invoiceId = rows[0]?.id ?? '';
  const now = ctx.clock.now();
  await sql`
    insert into invoice_line (invoice_id, owner_id, subject_type, subject_id, subject_name, item, from_at, to_at, exact, amount, currency)
    values (${invoiceId}, ${userId}, ${line.subjectType}, ${line.subjectId ?? invoiceId}, ${line.subjectName}, ${line.item}, ${now}, ${now}, ${net}, ${net},
      ${currency})`.execute(ctx.db);
  await sql`
    insert into invoice_tax (invoice_id, name, rate, amount)
    select ${invoiceId}, name, rate, amount from jsonb_to_recordset(${JSON.stringify(taxes)}::jsonb) as t (name text, rate numeric, amount numeric)`.execute(
    ctx.db,
  );
  return { ...(await issueDraft(ctx, invoiceId, posting)), invoiceId };
}
