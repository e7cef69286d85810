import { sql } from 'kysely';
import {
  eachLanguage,
  type Language,
  type LocalizedText,
  languages,
} from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { formatAmounts } from '../../../../server/platform/decimals/amounts.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { writeMonth } from '../../../../server/platform/notify/index.ts';
import { queueDocuments } from '../../accounting/server/index.ts';
import {
  type PostedTransaction,
  portalKey,
  postInvoice,
  withholdCharge,
} from '../../ledger/server/index.ts';
import { localize } from '../texts/localize.ts';
import { blockingOf, companyFaults, readSeller, type Seller, taxesOfMonth } from './company.ts';
import {
  addDocument,
  type Buyer,
  type DocumentFacts,
  type TaxLine,
} from './documents/documents.ts';
import { bookedFor } from './documents/labels.ts';
import { previewDocument } from './documents/printable.ts';
import { titlesOf } from './documents/titles.ts';
import { findEInvoiceFaults } from './eInvoice/files.ts';
import { mailDocument } from './mail/mailing.ts';
import { evaluateMonth } from './run/lines.ts';
import { logBlocked, logInvoice, logNoEInvoice } from './run/log.ts';
import type { Regime } from './tax/regime.ts';
import { withholdDocument } from './withholdDocument.ts';

/** An invoice that is locked until the transaction ends. */
interface LockedInvoice {
  id: string;
  companyId: string;
  userId: string;
  siteId: string;
  /** For an invoice without a month: the month in which it is issued. */
  period: string;
  state: string;
  regime: Regime;
  currency: string;
  net: string;
  tax: string;
  total: string;
  faults: string[];
}

const formatPeriod = (period: string): LocalizedText =>
  eachLanguage((language) => bookedFor.month[language].replace('%s', writeMonth(period, language)));

/**
 * Issues one invoice in the context's transaction: it is booked, numbered, and written, or nothing
 * happens. An issued invoice isn't changed. A blocked one keeps its blockers. Throws the ledger's
 * errors.
 */
export async function issueInvoice(ctx: Context, invoiceId: string, cmdId: number): Promise<void> {
  const before = await lockInvoice(ctx, invoiceId);
  if (before?.state !== 'draft') return;
  // Checks the current data, not the data from when the lines were written, and locks the customer
  // against changes until the document is written.
  await sql`select from user_account where id = ${before.userId} for share`.execute(ctx.db);
  await evaluateMonth(
    ctx,
    [invoiceId],
    blockingOf(
      await companyFaults(ctx, before.companyId, taxesOfMonth(before.companyId, before.period)),
    ),
  );
  await sql`update invoice set tried_by = ${cmdId} where id = ${invoiceId}`.execute(ctx.db);
  const invoice = await lockInvoice(ctx, invoiceId);
  if (invoice?.state !== 'draft') {
    await logBlocked(ctx, [invoiceId], invoice?.faults ?? []);
    return;
  }
  await write(ctx, invoice, {
    key: portalKey('invoice', invoice.id),
    reason: formatPeriod(invoice.period),
  });
}

/** The key and description for posting an invoice. */
export interface Posting {
  key: string;
  reason: LocalizedText;
}

/** Issues a draft with stored lines and taxes, in the transaction of the context. */
export async function issueDraft(
  ctx: Context,
  invoiceId: string,
  posting: Posting,
): Promise<PostedTransaction> {
  const invoice = await lockInvoice(ctx, invoiceId);
  if (invoice?.state !== 'draft') throw new Error(`The invoice ${invoiceId} is no draft.`);
  return await write(ctx, invoice, posting);
}

async function write(
  ctx: Context,
  invoice: LockedInvoice,
  { key, reason }: Posting,
): Promise<PostedTransaction> {
  const invoiceFacts = await documentFactsOf(ctx, invoice);
  const language = await languageOf(ctx, invoice.userId);
  const posted = await postInvoice(
    ctx,
    {
      id: invoice.userId,
      siteId: invoice.siteId,
      company: { id: invoice.companyId, currency: invoice.currency },
    },
    {
      key,
      amount: invoice.total,
      tax: invoice.tax,
      currency: invoice.currency,
      reason: reason[language],
    },
  );
  const dueOn = dueOnOf(ctx, invoiceFacts.seller);
  const { currency, net, tax, total } = invoice;
  const common = {
    invoiceId: invoice.id,
    kind: 'invoice',
    currency,
    net,
    tax,
    dueOn,
    language,
    reason: '',
  } as const;
  const eInvoiceFaults = findEInvoiceFaults(
    await previewDocument(ctx, { ...common, total, facts: invoiceFacts }),
  );
  const document = await addDocument(ctx, {
    ...common,
    ...{
      userId: invoice.userId,
      facts: { ...invoiceFacts, eInvoiceFaults },
      transactionId: posted.id,
    },
  });
  await sql`
    update invoice set state = 'issued', issued_at = ${ctx.clock.now()}, transaction_id = ${posted.id}, faults = '{}' where id = ${invoice.id}`.execute(
    ctx.db,
  );
  const [formattedTotal = ''] = await formatAmounts(ctx, [total], currency);
  await logInvoice(
    ctx,
    [invoice.id],
    localize('issue.write.issuedAsBookedLedger', {
      written: document.written,
      told: formattedTotal,
    }),
  );
  if (eInvoiceFaults.length > 0) await logNoEInvoice(ctx, invoice.id, eInvoiceFaults);
  const issuedDocument = {
    documentId: document.id,
    number: document.written,
    invoiceId: invoice.id,
    userId: invoice.userId,
  };
  // Payment is due only after the document has been released to the customer.
  if (
    await withholdDocument(ctx, { ...issuedDocument, currency, tax, language, facts: invoiceFacts })
  )
    await withholdCharge(ctx, posted.id);
  else {
    await mailDocument(ctx, document.id);
    await queueDocuments(ctx, invoice, [document.id], null);
  }
  await announce(ctx.db, {
    topic: 'invoice',
    id: invoice.id,
    siteId: invoice.siteId,
    ownerId: invoice.userId,
  });
  return posted;
}

/** The due date of documents issued now. */
export const dueOnOf = (
  ctx: Pick<Context, 'clock'>,
  { paymentDays }: Pick<Seller, 'paymentDays'>,
): string =>
  new Date(ctx.clock.now().getTime() + paymentDays * 86_400_000).toISOString().slice(0, 10);

async function lockInvoice(
  ctx: Pick<Context, 'db' | 'clock'>,
  invoiceId: string,
): Promise<LockedInvoice | undefined> {
  const { rows } = await sql<LockedInvoice>`
    select i.id, i.company_id as "companyId", i.user_id as "userId", u.site_id as "siteId", to_char(coalesce(i.period, ${ctx.clock.now()}::timestamptz at time zone 'UTC'), 'YYYY-MM') as period, i.state, i.regime, i.currency,
      trim_scale(i.net)::text as net, trim_scale(i.tax)::text as tax, trim_scale(i.net + i.tax)::text as total, i.faults
    from invoice i join user_account u on u.id = i.user_id where i.id = ${invoiceId} for update of i`.execute(
    ctx.db,
  );
  return rows[0];
}

/** The current seller, customer, taxes and titles, which the document keeps permanently. */
async function documentFactsOf(ctx: Context, invoice: LockedInvoice): Promise<DocumentFacts> {
  const seller: Seller = await readSeller(ctx, invoice.companyId);
  const { rows: buyers } = await sql<Buyer>`
    select u.email, n.external_id as number, coalesce(p.kind, 'person') as kind,
      coalesce(nullif(p.name, ''), nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name,
      coalesce(p.street, '') as street, coalesce(p.city, '') as city, coalesce(p.region, '') as region,
      coalesce(p.postal_code, '') as "postalCode", coalesce(p.country, '') as country, coalesce(p.tax_number, '') as "taxNumber"
    from user_account u left join billing_profile p on p.user_id = u.id
    left join customer_number n on n.user_id = u.id and n.company_id = ${seller.id} where u.id = ${invoice.userId}`.execute(
    ctx.db,
  );
  const { rows: taxes } = await sql<TaxLine>`
    select name, trim_scale(rate)::text as rate, trim_scale(amount)::text as amount from invoice_tax where invoice_id = ${invoice.id} order by name`.execute(
    ctx.db,
  );
  const { rows: items } = await sql<{
    item: string;
  }>`select distinct item from invoice_line where invoice_id = ${invoice.id}`.execute(ctx.db);
  const [buyer] = buyers;
  if (!buyer) throw new Error(`There is no account ${invoice.userId}.`);
  const texts = await titlesOf(
    ctx,
    items.map(({ item }) => item),
  );
  return { period: invoice.period, seller, buyer, taxes, regime: invoice.regime, items: texts };
}

/** The customer's own language, or the site's first language if none is set. */
async function languageOf(ctx: Pick<Context, 'db'>, userId: string): Promise<Language> {
  const { rows } = await sql<{ language: string | null }>`
    select coalesce(u.language, site.languages[1]) as language from user_account u join site on site.id = u.site_id where u.id = ${userId}`.execute(
    ctx.db,
  );
  return languages.find((language) => language === rows[0]?.language) ?? languages[0];
}
