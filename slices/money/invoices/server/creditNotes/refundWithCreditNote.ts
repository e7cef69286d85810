import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { fromUnits, unitsOf } from '../../../../../server/platform/decimals/decimals.ts';
import { checkMinorUnits } from '../../../companies/server/index.ts';
import { type Documenter, plainAmount, type Refund } from '../../../ledger/server/index.ts';
import { type Found, findInvoiceById } from '../invoice.ts';
import { prorateAmount, prorateLines } from '../run/proration.ts';
import { claimLines } from './credit.ts';
import { type CreditedPart, type Original, writeCreditNote } from './creditNote.ts';

/**
 * Refunds and reductions of an invoiced charge need a credit note, because the charge was taxed with
 * a document.
 */
export const refundWithCreditNote: Documenter = async (ctx, holder, refund) => {
  await checkMinorUnits(ctx, refund, 'amount');
  const found = await findChargeInvoice(
    ctx,
    { userId: holder.id, companyId: holder.company.id },
    refund,
  );
  if (!found) return null;
  const { key, kind, reason } = refund;
  return await writeCreditNote(ctx, found, {
    ...{ key, kind, reason, asked: plainAmount(refund.amount), field: 'amount' },
    choose: (original) => claimAmount(ctx, found, original, refund),
  });
};

/**
 * The invoice of the charge. Null if the charge predates invoiced charges, or if the key was booked
 * before refunds had documents.
 */
async function findChargeInvoice(
  ctx: Context,
  customer: { userId: string; companyId: string },
  { transactionId, key }: Refund,
): Promise<Found | null> {
  const { rows } = await sql<{ invoiceId: string }>`
    select i.id as "invoiceId" from invoice i where i.transaction_id = ${transactionId} and not exists (
      select from ledger_bare_refund b join ledger_transaction t on t.id = b.transaction_id
      where t.company_id = ${customer.companyId} and t.idempotency_key = ${key})`.execute(ctx.db);
  return rows[0] ? await findInvoiceById(ctx, { ...customer, invoiceId: rows[0].invoiceId }) : null;
}

interface Remaining {
  decimals: number;
  total: string;
  net: string;
  taxes: { name: string; rate: string; left: string }[];
  lines: { lineId: number; left: string }[];
}

/**
 * The remaining amounts of an invoice after credit notes. Discounts follow the lines they apply to.
 */
async function readRemaining(
  ctx: Context,
  { id }: Found,
  { currency }: Original,
): Promise<Remaining> {
  const { rows } = await sql<Remaining>`
    select minor_units(${currency}) as decimals, trim_scale(i.net + back.net)::text as net, trim_scale(i.net + i.tax + back.net + back.tax)::text as total,
      (select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'rate', t.rate::text, 'left', (t.amount - coalesce((
          select sum((past ->> 'amount')::numeric) from invoice_document d, jsonb_array_elements(d.facts -> 'taxes') as past
          where d.invoice_id = i.id and d.kind = 'creditNote' and past ->> 'name' = t.name), 0))::text) order by t.name), '[]')
        from invoice_tax t where t.invoice_id = i.id) as taxes,
      (select coalesce(jsonb_agg(jsonb_build_object('lineId', l.id, 'left', (l.amount + coalesce((
          select sum(c.amount) from invoice_credit c where c.line_id = l.id), 0))::text) order by l.terms is not null, l.id), '[]')
        from invoice_line l where l.invoice_id = i.id) as lines
    from invoice i cross join lateral (
      select coalesce(sum(d.net), 0) as net, coalesce(sum(d.tax), 0) as tax from invoice_document d where d.invoice_id = i.id and d.kind = 'creditNote') back
    where i.id = ${id}`.execute(ctx.db);
  if (!rows[0]) throw new Error(`There is no invoice ${id}.`);
  return rows[0];
}

/**
 * A partial amount of the invoice with its tax, taken proportionally from all lines. Throws
 * `refundWholeOnly`.
 */
async function claimAmount(
  ctx: Context,
  found: Found,
  original: Original,
  { amount, currency }: Refund,
): Promise<CreditedPart> {
  const remaining = await readRemaining(ctx, found, original);
  const { decimals, lines, taxes } = remaining;
  const toMinorUnits = (text: string) => unitsOf(text, decimals);
  const creditable = toMinorUnits(remaining.total);
  const requestedAmount = toMinorUnits(amount);
  // The ledger rejects this, with the refundable amount in the error.
  if (requestedAmount > creditable)
    return { credits: [], net: amount, tax: '0', total: amount, taxes: [] };
  if (requestedAmount === creditable) return await claimLines(ctx, found, original);
  const parts = prorateAmount(
    requestedAmount,
    toMinorUnits(remaining.net),
    taxes.map((tax) => ({ rate: unitsOf(tax.rate, 3), left: toMinorUnits(tax.left) })),
  );
  if (!parts) throw userError('refundWholeOnly', { left: remaining.total, currency }, 'amount');
  const text = (units: bigint) => fromUnits(units, decimals);
  const shares = prorateLines(
    parts.net,
    lines.map((line) => toMinorUnits(line.left)),
  );
  return {
    ...{
      net: text(parts.net),
      tax: text(requestedAmount - parts.net),
      total: text(requestedAmount),
    },
    taxes: taxes.map(({ name, rate }, index) => ({
      name,
      rate: fromUnits(unitsOf(rate, 3), 3),
      amount: text(parts.taxes[index] ?? 0n),
    })),
    credits: lines
      .map(({ lineId }, index) => ({ lineId, amount: text(shares[index] ?? 0n) }))
      .filter((line) => line.amount !== '0'),
  };
}
