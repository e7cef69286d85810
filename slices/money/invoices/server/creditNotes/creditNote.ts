import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Language } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { formatAmounts } from '../../../../../server/platform/decimals/amounts.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { queueDocuments } from '../../../accounting/server/index.ts';
import {
  type PostedTransaction,
  type Refund,
  refundInLedger,
} from '../../../ledger/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { readSeller } from '../company.ts';
import { addDocument, type DocumentFacts, type TaxLine } from '../documents/documents.ts';
import { previewDocument } from '../documents/printable.ts';
import { findEInvoiceFaults } from '../eInvoice/files.ts';
import type { Found } from '../invoice.ts';
import { mailDocument } from '../mail/mailing.ts';
import type { Credit } from '../run/discounts.ts';
import { logInvoice, logNoEInvoice } from '../run/log.ts';

/** The document of the invoice. The credit note copies its details. */
export interface Original {
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

/** The totals of a credit note, as positive amounts. */
export interface Sums {
  net: string;
  tax: string;
  total: string;
  taxes: TaxLine[];
}

/** The credited part of an invoice. */
export interface CreditedPart extends Sums {
  credits: readonly Credit[];
}

/** The request for a credit note. */
export interface CreditNoteOptions extends Pick<Refund, 'key' | 'kind' | 'reason'> {
  /** Additional request content bound to the idempotency key, as JSON. */
  asked?: unknown;
  /** The field that errors about the amount refer to. */
  field: string;
  /** Chooses what to credit while the invoice is locked. Not called for a repeated key. */
  choose(original: Original): Promise<CreditedPart>;
}

/**
 * Creates a credit note in the context's transaction: a document in its own series with negative
 * amounts, posted against the charge with its tax, emailed and exported. The same key returns the
 * same credit note. Throws `invoiceNotIssued`, `creditTooMuch`, and errors of the ledger.
 */
export async function writeCreditNote(
  ctx: Context,
  found: Found,
  creditNoteOptions: CreditNoteOptions,
): Promise<PostedTransaction> {
  // Serializes credit notes for the same invoice.
  await sql`select from invoice where id = ${found.id} for update`.execute(ctx.db);
  const original = await readOriginal(ctx, found);
  const { key, kind, reason, asked, field } = creditNoteOptions;
  const earlier = await findEarlierCreditNote(ctx, found, key);
  const credited = earlier
    ? { ...(await sumsOf(ctx, earlier)), credits: [] }
    : await creditNoteOptions.choose(original);
  const { tax, total } = credited;
  // Lines that a discount reduced to zero were never charged.
  if (/^0(\.0+)?$/.test(total))
    throw userError('creditTooMuch', { left: '0', currency: original.currency }, 'lines');
  const holder = {
    id: found.userId,
    siteId: original.siteId,
    company: { id: found.companyId, currency: original.currency },
  };
  const posted = await refundInLedger(ctx, holder, {
    ...{
      key,
      kind,
      transactionId: original.transactionId,
      amount: total,
      tax,
      reason: `${original.number}: ${reason}`,
      field,
    },
    ...(asked === undefined ? {} : { asked }),
  });
  if (!earlier)
    await insertCreditNote(ctx, found, original, { ...creditNoteOptions, ...credited }, posted);
  return posted;
}

async function insertCreditNote(
  ctx: Context,
  found: Found,
  original: Original,
  { kind, reason, net, tax, taxes, total, credits }: CreditNoteOptions & CreditedPart,
  posted: PostedTransaction,
): Promise<void> {
  const { currency, language } = original;
  const common = {
    invoiceId: found.id,
    kind: 'creditNote',
    currency,
    net: `-${net}`,
    tax: tax === '0' ? '0' : `-${tax}`,
  } as const;
  const documentFields = { ...common, dueOn: null, language, reason };
  const facts = {
    ...original.facts,
    seller: await readSeller(ctx, found.companyId),
    taxes,
    about: original.number,
    ...(kind === 'moneyBack' ? { isSentBack: true } : {}),
  };
  const eInvoiceFaults = findEInvoiceFaults(
    await previewDocument(ctx, { ...documentFields, total: `-${total}`, facts }, credits),
  );
  const { written: number, id } = await addDocument(ctx, {
    ...documentFields,
    ...{ userId: found.userId, transactionId: posted.id, facts: { ...facts, eInvoiceFaults } },
  });
  await sql`
    insert into invoice_credit (document_id, line_id, amount)
    select ${id}, line."lineId", -line.amount from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as line ("lineId" bigint, amount numeric)`.execute(
    ctx.db,
  );
  await mailDocument(ctx, id);
  await queueDocuments(ctx, found, [id], null);
  const [formattedTotal = ''] = await formatAmounts(ctx, [`-${total}`], currency);
  await logInvoice(
    ctx,
    [found.id],
    localize('creditNote.writeDown.creditNoteIssuedReason', {
      number,
      told: formattedTotal,
      reason,
    }),
  );
  if (eInvoiceFaults.length > 0) await logNoEInvoice(ctx, found.id, eInvoiceFaults);
  ctx.note({
    targetType: 'invoice',
    targetId: found.id,
    after: { creditNote: number, total: `-${total}` },
    detail: { reason },
  });
  await announce(ctx.db, {
    topic: 'invoice',
    id: found.id,
    siteId: original.siteId,
    ownerId: found.userId,
  });
}

async function readOriginal(ctx: Pick<Context, 'db'>, found: Found): Promise<Original> {
  const { rows } = await sql<Original>`
    select d.id as "documentId", d.written as number, d.transaction_id as "transactionId", u.site_id as "siteId", d.currency, trim_scale(d.net)::text as net,
      trim_scale(d.tax)::text as tax, d.language, d.facts
    from invoice_document d join user_account u on u.id = d.user_id where d.invoice_id = ${found.id} and d.kind = 'invoice'`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('invoiceNotIssued', { period: found.period });
  return rows[0];
}

/** The credit note previously created with the key. Null for a new key. */
async function findEarlierCreditNote(
  ctx: Pick<Context, 'db'>,
  { companyId, id }: Found,
  key: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select d.id from invoice_document d join ledger_transaction t on t.id = d.transaction_id
    where d.invoice_id = ${id} and t.company_id = ${companyId} and t.idempotency_key = ${key}`.execute(
    ctx.db,
  );
  return rows[0]?.id ?? null;
}

async function sumsOf(ctx: Pick<Context, 'db'>, documentId: string): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select trim_scale(-net)::text as net, trim_scale(-tax)::text as tax, trim_scale(-net - tax)::text as total, facts -> 'taxes' as taxes
    from invoice_document where id = ${documentId}`.execute(ctx.db);
  if (!rows[0]) throw new Error(`There is no document ${documentId}.`);
  return rows[0];
}
