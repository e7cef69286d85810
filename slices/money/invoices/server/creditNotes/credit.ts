import { sql } from 'kysely';
import type * as z from 'zod';
import { type UserError, userError } from '../../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { type Customer, checkMinorUnits, findCompany } from '../../../companies/server/index.ts';
import {
  type PostedTransaction,
  plainAmount,
  portalKey,
  postOrRequestApproval,
  registerApproval,
} from '../../../ledger/server/index.ts';
import type { invoiceEndpoints } from '../../contract.ts';
import type { TaxLine } from '../documents/documents.ts';
import { type Found, findInvoiceById } from '../invoice.ts';
import {
  type DocumentRecord,
  type DocumentRow,
  documentColumns,
  presentDocument,
} from '../lists.ts';
import { type Credit, discountsOfCredits } from '../run/discounts.ts';
import { creditedTax, taxOf } from '../run/splits.ts';
import { type CreditedPart, type Original, type Sums, writeCreditNote } from './creditNote.ts';

type Body = z.output<(typeof invoiceEndpoints)['creditInvoice']['body']>;

/**
 * Credits lines of an issued invoice with a document in its own series, with negative amounts,
 * posted against the charge. The same key with the same lines returns the same credit note. A
 * credit note above the company's limit waits for second approval. Throws `invoiceNotIssued`,
 * `creditTooMuch`, `amountWrong`, `creditDiscountLine`, `ledgerKeyReused`, `refundWrittenOff`, and
 * `notFound` for a line of another invoice.
 */
export async function creditInvoice(
  ctx: SignedInContext,
  found: Found,
  body: Body,
): Promise<CreditResult> {
  if (found.userId === ctx.actor.userId)
    throw userError('notFound', { what: 'invoice', id: found.userId });
  const customer = await customerOf(ctx, found);
  const approvalRequest = {
    action: 'creditNote',
    key: keyOf(found, body.key),
    reason: body.reason,
    booking: { invoiceId: found.id, body },
  } as const;
  const { id, approvalId } = await postOrRequestApproval(ctx, customer, approvalRequest);
  if (id === null) return { approvalId };
  const { rows } = await sql<{
    id: string;
  }>`select id from invoice_document where transaction_id = ${id}`.execute(ctx.db);
  return { ...(await readDocument(ctx, rows[0]?.id ?? '')), approvalId };
}

type CreditResult = Partial<DocumentRow> & { approvalId: string | null };

const keyOf = (found: Found, key: string): string => portalKey('credit', found.id, key);

/**
 * The requested lines in canonical order and number format, to compare requests with the same key.
 * Null for the entire remaining amount.
 */
const requestedLines = ({ lines }: Body): unknown =>
  lines
    ?.map(({ lineId, amount }) => [lineId, plainAmount(amount)] as const)
    .sort(([one], [other]) => one - other) ?? null;

/** The customer of the invoice, even after the account is deleted. */
async function customerOf(ctx: SignedInContext, { userId, companyId }: Found): Promise<Customer> {
  const company = await findCompany(ctx, companyId);
  const { rows } = await sql<Omit<Customer, 'company'>>`
    select u.id, u.site_id as "siteId", u.email, n.external_id as "externalId" from user_account u
    left join customer_number n on n.user_id = u.id and n.company_id = ${companyId} where u.id = ${userId}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw new Error(`There is no account ${userId}.`);
  return { ...rows[0], company };
}

export const creditNoteApproval = registerApproval<{ invoiceId: string; body: Body }>(
  'creditNote',
  {
    perform: async (ctx, { id, company }, { invoiceId, body }) =>
      writeCredit(
        ctx,
        await findInvoiceById(ctx, { invoiceId, userId: id, companyId: company.id }),
        body,
      ),
  },
);

/** Writes the credit note, either directly or after second approval. */
const writeCredit = (ctx: Context, found: Found, body: Body): Promise<PostedTransaction> =>
  writeCreditNote(ctx, found, {
    ...{
      key: keyOf(found, body.key),
      kind: 'reduction',
      reason: body.reason,
      asked: requestedLines(body),
      field: 'lines',
    },
    choose: (original) => claimLines(ctx, found, original, body.lines),
  });

/** The remaining amounts of the given lines, or of all lines. */
export async function claimLines(
  ctx: Context,
  found: Found,
  original: Original,
  lines?: Body['lines'],
): Promise<CreditedPart> {
  const credits = await resolveCreditLines(ctx, found, original, lines);
  return { ...(await calculate(ctx, found, original, credits)), credits };
}

/**
 * The remaining amounts of all lines, or of the given lines with their discounts. Throws if a line
 * has less left than requested.
 */
async function resolveCreditLines(
  ctx: Context,
  found: Found,
  { currency }: Original,
  lines?: Body['lines'],
): Promise<Credit[]> {
  const requestedLines = JSON.stringify(lines ?? []);
  const { rows } = await sql<Credit & { left: string; fits: boolean }>`
    select l.id::integer as "lineId", trim_scale(l.amount + c.taken)::text as left,
      coalesce(trim_scale(w.amount), trim_scale(l.amount + c.taken))::text as amount, coalesce(w.amount, 0) <= l.amount + c.taken as fits
    from invoice_line l
    cross join lateral (select coalesce(sum(amount), 0) as taken from invoice_credit where line_id = l.id) as c
    left join jsonb_to_recordset(${requestedLines}::jsonb) as w ("lineId" bigint, amount numeric) on w."lineId" = l.id
    where l.invoice_id = ${found.id} and l.terms is null and (${lines === undefined} or w."lineId" is not null) and (l.amount + c.taken > 0 or w.amount is not null)
    order by l.id`.execute(ctx.db);
  for (const [index, { lineId, amount }] of (lines ?? []).entries()) {
    const line = rows.find((row) => row.lineId === lineId);
    if (!line) throw await notCreditable(ctx, found, lineId, `lines.${index}.lineId`);
    if (!line.fits)
      throw userError('creditTooMuch', { left: line.left, currency }, `lines.${index}.amount`);
    await checkMinorUnits(ctx, { amount, currency }, `lines.${index}.amount`);
  }
  if (rows.length === 0) throw userError('creditTooMuch', { left: '0', currency }, 'lines');
  const chosen = rows.map(({ lineId, amount }) => ({ lineId, amount }));
  return [...chosen, ...(await discountsOfCredits(ctx, found.id, chosen))];
}

/**
 * Lines of other invoices aren't found. A discount can't be credited by itself, only with the lines
 * it applies to.
 */
async function notCreditable(
  ctx: Context,
  found: Found,
  lineId: number,
  key: string,
): Promise<UserError> {
  const { rows } =
    await sql`select from invoice_line where id = ${lineId} and invoice_id = ${found.id} and terms is not null`.execute(
      ctx.db,
    );
  return rows.length > 0
    ? userError('creditDiscountLine', {}, key)
    : userError('notFound', { what: 'line', id: String(lineId) }, key);
}

/**
 * The tax of the credited amount. The last credit note gets the remaining tax, so that no minor
 * unit is left over.
 */
async function calculate(
  ctx: Context,
  found: Found,
  original: Original,
  credits: readonly Credit[],
): Promise<Sums> {
  const back = creditedTax({
    isLast: sql`before.net + taken.net = ${original.net}::numeric`,
    leftOver: sql`left_over.amount`,
    tax: taxOf(sql`taken.net`, sql`t.rate`, sql`minor_units(${original.currency})`),
  });
  const { rows } = await sql<Omit<Sums, 'taxes'> & { taxes: TaxLine[] }>`
    with taken as (
      select sum(amount) as net from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as line (amount numeric)
    ),
    before as (
      select coalesce(-sum(d.net), 0) as net from invoice_document d where d.invoice_id = ${found.id} and d.kind = 'creditNote'
    ),
    taxes as (
      select t.name, t.rate, ${back} as amount
      from invoice_tax t, taken, before, lateral (
        select t.amount - coalesce(sum((past ->> 'amount')::numeric), 0) as amount
        from invoice_document d, jsonb_array_elements(d.facts -> 'taxes') as past
        where d.invoice_id = ${found.id} and d.kind = 'creditNote' and past ->> 'name' = t.name
      ) as left_over
      where t.invoice_id = ${found.id}
    )
    select trim_scale(taken.net)::text as net, trim_scale(coalesce(sum(taxes.amount), 0))::text as tax, trim_scale(taken.net + coalesce(sum(taxes.amount), 0))::text as total,
      coalesce(jsonb_agg(jsonb_build_object('name', name, 'rate', trim_scale(rate)::text, 'amount', trim_scale(amount)::text) order by name) filter (where name is not null), '[]') as taxes
    from taken left join taxes on true group by taken.net`.execute(ctx.db);
  if (!rows[0]) throw new Error('A query without rows.');
  return rows[0];
}

async function readDocument(ctx: SignedInContext, documentId: string): Promise<DocumentRow> {
  const { rows } = await sql<DocumentRecord>`
    select ${documentColumns} from invoice_document d join invoice i on i.id = d.invoice_id where d.id = ${documentId}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw new Error(`There is no document ${documentId}.`);
  return presentDocument(rows[0]);
}
