import { sql } from 'kysely';
import type * as z from 'zod';
import { type Refusal, refuse } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/languages.ts';
import { tellAmounts } from '../../../server/platform/amounts.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { announce } from '../../../server/platform/events/hub.ts';
import { queueDocuments } from '../../accounting/server/index.ts';
import { type Customer, checkCoin, findCompany } from '../../companies/server/index.ts';
import { type Booked, bookOrAsk, bookRefund, defineApprovable, plainAmount, portalKey } from '../../ledger/server/index.ts';
import type { invoiceEndpoints } from '../contract.ts';
import { readSeller } from './company.ts';
import { type Credit, discountsOfCredits } from './discounts.ts';
import { addDocument, type DocumentFacts, type TaxLine } from './documents.ts';
import { findEInvoiceFaults } from './eInvoice/files.ts';
import { type Found, findInvoiceById } from './invoice.ts';
import { type DocumentRecord, type DocumentRow, documentColumns, presentDocument } from './lists.ts';
import { logInvoice, logNoEInvoice } from './log.ts';
import { mailDocument } from './mailing.ts';
import { foresee } from './printable.ts';
import { taxOf, taxTakenBack } from './splits.ts';

type Body = z.output<(typeof invoiceEndpoints)['creditInvoice']['body']>;

/** The invoice's document, whose facts the credit note takes over. */
interface Original {
  documentId: string;
  number: string;
  transactionId: string;
  siteId: string;
  currency: string;
  net: string;
  tax: string;
  language: Language;
  facts: DocumentFacts;
}

/**
 * Takes back lines of an issued invoice: a document of its own series, below zero, booked against the charge. The same key with the
 * same lines gives what it gave before. Above the limit of the company it waits for a second person. Throws `invoiceNotIssued`, `creditTooMuch`,
 * `amountWrong`, `creditDiscountLine`, `ledgerKeyReused`, `refundWrittenOff`, `notFound` for a line that is not the invoice's.
 */
export async function creditInvoice(ctx: SignedInContext, found: Found, body: Body): Promise<Credited> {
  if (found.userId === ctx.actor.userId) throw refuse('notFound', { what: 'invoice', id: found.userId });
  const customer = await customerOf(ctx, found);
  const asked = { action: 'creditNote', key: keyOf(found, body.key), reason: body.reason, booking: { invoiceId: found.id, body } } as const;
  const { id, approvalId } = await bookOrAsk(ctx, customer, asked);
  if (id === null) return { approvalId };
  const { rows } = await sql<{ id: string }>`select id from invoice_document where transaction_id = ${id}`.execute(ctx.db);
  return { ...(await readDocument(ctx, rows[0]?.id ?? '')), approvalId };
}

type Credited = Partial<DocumentRow> & { approvalId: string | null };

const keyOf = (found: Found, key: string): string => portalKey('credit', found.id, key);

/** Which lines a key was used for, however their order and amounts are written; null: all that was left. */
const linesAsked = ({ lines }: Body): unknown =>
  lines?.map(({ lineId, amount }) => [lineId, plainAmount(amount)] as const).sort(([one], [other]) => one - other) ?? null;

/** Whose invoice it is, also when the account is gone. */
async function customerOf(ctx: SignedInContext, { userId, companyId }: Found): Promise<Customer> {
  const company = await findCompany(ctx, companyId);
  const { rows } = await sql<Omit<Customer, 'company'>>`
    select u.id, u.site_id as "siteId", u.email, n.external_id as "externalId" from user_account u
    left join customer_number n on n.user_id = u.id and n.company_id = ${companyId} where u.id = ${userId}`.execute(ctx.db);
  if (!rows[0]) throw new Error(`There is no account ${userId}.`);
  return { ...rows[0], company };
}

defineApprovable<{ invoiceId: string; body: Body }>('creditNote', {
  perform: async (ctx, { id, company }, { invoiceId, body }) =>
    writeCredit(ctx, await findInvoiceById(ctx, { invoiceId, userId: id, companyId: company.id }), body),
});

/** What a person may do, or two. */
async function writeCredit(ctx: SignedInContext, found: Found, body: Body): Promise<Booked> {
  // Two credit notes of one invoice follow each other.
  await sql`select from invoice where id = ${found.id} for update`.execute(ctx.db);
  const original = await readOriginal(ctx, found);
  const key = keyOf(found, body.key);
  const earlier = await earlierNote(ctx, found, key);
  const credits = earlier ? await creditsOf(ctx, earlier) : await chosenLines(ctx, found, original, body);
  const { net, taxes, tax, total } = earlier ? await sumsOf(ctx, earlier) : await reckon(ctx, found, original, credits);
  // What a discount had taken off whole was never owed.
  if (/^0(\.0+)?$/.test(total)) throw refuse('creditTooMuch', { left: '0', currency: original.currency }, 'lines');
  const booked = await bookRefund(
    ctx,
    { id: found.userId, siteId: original.siteId, company: { id: found.companyId, currency: original.currency } },
    {
      ...{
        key,
        transactionId: original.transactionId,
        kind: 'reduction',
        amount: total,
        tax,
        reason: `${original.number}: ${body.reason}`,
      },
      ...{ asked: linesAsked(body), field: 'lines' },
    },
  );
  if (earlier) return booked;
  const { currency, language } = original;
  const common = { invoiceId: found.id, kind: 'creditNote', currency, net: `-${net}`, tax: tax === '0' ? '0' : `-${tax}` } as const;
  const seen = { ...common, dueOn: null, language, reason: body.reason };
  const facts = { ...original.facts, seller: await readSeller(ctx, found.companyId), taxes, about: original.number };
  const eInvoiceFaults = findEInvoiceFaults(await foresee(ctx, { ...seen, total: `-${total}`, facts }, credits));
  const { written: _number, id } = await addDocument(ctx, {
    ...seen,
    ...{ userId: found.userId, transactionId: booked.id, facts: { ...facts, eInvoiceFaults } },
  });
  await sql`
    insert into invoice_credit (document_id, line_id, amount)
    select ${id}, line."lineId", -line.amount from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as line ("lineId" bigint, amount numeric)`.execute(
    ctx.db,
  );
  await mailDocument(ctx, id);
  await queueDocuments(ctx, found, [id], null);
  const document = await readDocument(ctx, id);
  const [told = ''] = await tellAmounts(ctx, [document.total], document.currency);
  await logInvoice(ctx, [found.id], {
    en: `Credit note ${document.number}: ${told}. ${body.reason}`,
    he: `חשבונית זיכוי ${document.number}: ${told}. ${body.reason}`,
  });
  if (eInvoiceFaults.length > 0) await logNoEInvoice(ctx, found.id, eInvoiceFaults);
  ctx.note({
    targetType: 'invoice',
    targetId: found.id,
    after: { creditNote: document.number, total: document.total },
    detail: { reason: body.reason },
  });
  await announce(ctx.db, { topic: 'invoice', id: found.id, siteId: original.siteId, ownerId: found.userId });
  return booked;
}

async function readOriginal(ctx: SignedInContext, found: Found): Promise<Original> {
  const { rows } = await sql<Original>`
    select d.id as "documentId", d.written as number, d.transaction_id as "transactionId", u.site_id as "siteId", d.currency, trim_scale(d.net)::text as net,
      trim_scale(d.tax)::text as tax, d.language, d.facts
    from invoice_document d join user_account u on u.id = d.user_id where d.invoice_id = ${found.id} and d.kind = 'invoice'`.execute(
    ctx.db,
  );
  if (!rows[0]) throw refuse('invoiceNotIssued', { period: found.period });
  return rows[0];
}

/** The credit note that the key gave before; null for a new key. */
async function earlierNote(ctx: SignedInContext, { companyId, id }: Found, key: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select d.id from invoice_document d join ledger_transaction t on t.id = d.transaction_id
    where d.invoice_id = ${id} and t.company_id = ${companyId} and t.idempotency_key = ${key}`.execute(ctx.db);
  return rows[0]?.id ?? null;
}

async function creditsOf(ctx: SignedInContext, documentId: string): Promise<Credit[]> {
  const { rows } = await sql<Credit>`
    select line_id::integer as "lineId", trim_scale(-amount)::text as amount from invoice_credit where document_id = ${documentId}`.execute(
    ctx.db,
  );
  return rows;
}

/** What is left of every line, or the lines that were named, with what was taken off them. Throws when one of them has less left. */
async function chosenLines(ctx: SignedInContext, found: Found, { currency }: Original, body: Body): Promise<Credit[]> {
  const wanted = JSON.stringify(body.lines ?? []);
  const { rows } = await sql<Credit & { left: string; fits: boolean }>`
    select l.id::integer as "lineId", trim_scale(l.amount + c.taken)::text as left,
      coalesce(trim_scale(w.amount), trim_scale(l.amount + c.taken))::text as amount, coalesce(w.amount, 0) <= l.amount + c.taken as fits
    from invoice_line l
    cross join lateral (select coalesce(sum(amount), 0) as taken from invoice_credit where line_id = l.id) as c
    left join jsonb_to_recordset(${wanted}::jsonb) as w ("lineId" bigint, amount numeric) on w."lineId" = l.id
    where l.invoice_id = ${found.id} and l.terms is null and (${body.lines === undefined} or w."lineId" is not null) and (l.amount + c.taken > 0 or w.amount is not null)
    order by l.id`.execute(ctx.db);
  for (const [index, { lineId, amount }] of (body.lines ?? []).entries()) {
    const line = rows.find((row) => row.lineId === lineId);
    if (!line) throw await notCreditable(ctx, found, lineId, `lines.${index}.lineId`);
    if (!line.fits) throw refuse('creditTooMuch', { left: line.left, currency }, `lines.${index}.amount`);
    await checkCoin(ctx, { amount, currency }, `lines.${index}.amount`);
  }
  if (rows.length === 0) throw refuse('creditTooMuch', { left: '0', currency }, 'lines');
  const chosen = rows.map(({ lineId, amount }) => ({ lineId, amount }));
  return [...chosen, ...(await discountsOfCredits(ctx, found.id, chosen))];
}

/** Another invoice's line is none; a discount goes with the lines it was taken off. */
async function notCreditable(ctx: SignedInContext, found: Found, lineId: number, key: string): Promise<Refusal> {
  const { rows } = await sql`select from invoice_line where id = ${lineId} and invoice_id = ${found.id} and terms is not null`.execute(
    ctx.db,
  );
  return rows.length > 0 ? refuse('creditDiscountLine', {}, key) : refuse('notFound', { what: 'line', id: String(lineId) }, key);
}

interface Sums {
  net: string;
  tax: string;
  total: string;
  taxes: TaxLine[];
}

/** The tax of what is taken back; the last credit note takes what is left of it, so that no coin stays behind. */
async function reckon(ctx: SignedInContext, found: Found, original: Original, credits: readonly Credit[]): Promise<Sums> {
  const back = taxTakenBack({
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

async function sumsOf(ctx: SignedInContext, documentId: string): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select trim_scale(-net)::text as net, trim_scale(-tax)::text as tax, trim_scale(-net - tax)::text as total, facts -> 'taxes' as taxes
    from invoice_document where id = ${documentId}`.execute(ctx.db);
  if (!rows[0]) throw new Error(`There is no document ${documentId}.`);
  return rows[0];
}

async function readDocument(ctx: SignedInContext, documentId: string): Promise<DocumentRow> {
  const { rows } = await sql<DocumentRecord>`
    select ${documentColumns} from invoice_document d join invoice i on i.id = d.invoice_id where d.id = ${documentId}`.execute(ctx.db);
  if (!rows[0]) throw new Error(`There is no document ${documentId}.`);
  return presentDocument(rows[0]);
}
