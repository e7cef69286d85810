import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import { type Language, languages } from '../../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import type { AttachmentMaker } from '../../../../../server/platform/mail/attachments.ts';
import { queueMail } from '../../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../../server/platform/mail/siteAddress.ts';
import { writeDay, writeMonth } from '../../../../../server/platform/notify/index.ts';
import { readSite } from '../../../../../server/platform/sites/sites.ts';
import { isOnHold } from '../../../allocations/server/index.ts';
import { formatAmount } from '../charges/amounts.ts';
import { fileName } from '../documents/download.ts';
import { pdfFile } from '../documents/pdfFile.ts';
import { readDocument } from '../documents/printable.ts';
import { facturXFile, ublFile } from '../eInvoice/files.ts';
import { documentMails } from './mails.ts';

/**
 * Generates attachments from the document itself, which never changes: the PDF, and the e-invoice
 * if there is one.
 */
export const documentFiles: AttachmentMaker = async (ctx, documentId) => {
  const document = await readDocument(ctx, documentId);
  if (!document) throw new Error(`There is no document ${documentId}.`);
  const files = [
    {
      name: fileName(document.number, 'pdf'),
      type: 'application/pdf',
      content: await pdfFile(ctx, document),
    },
  ];
  if (facturXFile(document) === null) return files;
  return [
    ...files,
    {
      name: fileName(document.number, 'xml'),
      type: 'application/xml',
      content: Buffer.from(ublFile(document)),
    },
  ];
};

interface PendingDocument {
  documentId: string;
  invoiceId: string;
  kind: 'invoice' | 'creditNote';
  number: string;
  total: string;
  currency: string;
  decimals: number;
  period: string;
  dueOn: string | null;
  company: string;
  language: string;
  userId: string;
  siteId: string;
  /** The customer's email address for documents. */
  to: string;
  mailsDocuments: boolean;
  isHeld: boolean;
}

const columns = sql`
  d.id as "documentId", d.invoice_id as "invoiceId", d.kind, d.written as number, trim_scale(d.net + d.tax)::text as total, d.currency,
  minor_units(d.currency) as decimals, d.facts ->> 'period' as period, to_char(d.due_on, 'YYYY-MM-DD') as "dueOn",
  d.facts -> 'seller' ->> 'legalName' as company, d.language, u.id as "userId", u.site_id as "siteId",
  coalesce(nullif(p.invoice_email, ''), u.email) as "to", c.mails_documents as "mailsDocuments",
  ${isOnHold('d.id')} as "isHeld"`;
const tables = sql`invoice_document d join user_account u on u.id = d.user_id join company c on c.id = d.company_id
  left join billing_profile p on p.user_id = u.id`;

/**
 * Queues the email for a newly issued document in the issuing transaction, so that it is sent
 * exactly once and only after commit. Skipped if the company has turned emails off or the account
 * was deleted.
 */
export async function mailDocument(ctx: Context, documentId: string): Promise<void> {
  const { rows } = await sql<PendingDocument>`
    select ${columns} from ${tables} where d.id = ${documentId} and u.deleted_at is null and u.sandbox_of is null`.execute(
    ctx.db,
  );
  const [document] = rows;
  if (document?.mailsDocuments) await queue(ctx, document, null);
}

/** Daily limits of emails sent on request, per document and per customer. */
const maxPerDocument = 3;
const maxPerCustomer = 30;

/**
 * Emails a customer's document again. Throws `notFound`, `documentMailedOften`, and `documentHeld`
 * while it waits for the tax authority.
 */
export async function resendDocument(
  ctx: SignedInContext,
  { userId, companyId }: { userId: string; companyId?: string },
  documentId: string,
): Promise<{ to: string }> {
  // Serializes concurrent requests, so that they can't exceed the limits together.
  await sql`select from user_account where id = ${userId} for no key update`.execute(ctx.db);
  const { rows } = await sql<PendingDocument & { ofDocument: number; ofCustomer: number }>`
    select ${columns}, counted.* from ${tables} cross join lateral (
      select count(*) filter (where m.document_id = d.id)::integer as "ofDocument", count(*)::integer as "ofCustomer"
      from invoice_mail m join invoice_document other on other.id = m.document_id
      where other.user_id = d.user_id and not m.is_first and m.queued_at > ${new Date(ctx.clock.now().getTime() - 86_400_000)}) as counted
    where d.id = ${documentId} and d.user_id = ${userId} and (${companyId ?? null}::uuid is null or d.company_id = ${companyId ?? null}::uuid)`.execute(
    ctx.db,
  );
  const [document] = rows;
  if (!document) throw userError('notFound', { what: 'document', id: documentId }, 'documentId');
  const { ofDocument, ofCustomer, number, to } = document;
  if (document.isHeld) throw userError('documentHeld', { number }, 'documentId');
  if (ofDocument >= maxPerDocument || ofCustomer >= maxPerCustomer)
    throw userError('documentMailedOften', { number, times: Math.max(ofDocument, ofCustomer) });
  await queue(ctx, document, ctx.actor.userId);
  ctx.note({ targetType: 'invoice', targetId: document.invoiceId, detail: { mailed: number, to } });
  return { to };
}

async function queue(
  ctx: Context,
  document: PendingDocument,
  requestedBy: string | null,
): Promise<void> {
  const {
    documentId,
    invoiceId,
    kind,
    number,
    total,
    currency,
    decimals,
    period,
    company,
    userId,
    siteId,
    to,
  } = document;
  const site = siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, siteId);
  const language: Language =
    languages.find((candidate) => candidate === document.language) ?? languages[0];
  const inner = { ...ctx, site };
  const link = `${siteAddress(inner)}/billing/history/invoices/${invoiceId}`;
  // A credit note states the credited amount as a positive number.
  const formattedTotal = formatAmount(total.replace('-', ''), decimals);
  const values = {
    ...{ number, total: `${formattedTotal} ${currency}`, company, link },
    ...{
      period: writeMonth(period, language),
      dueOn: document.dueOn ? writeDay(document.dueOn, language) : '',
    },
  };
  const attachment = { kind: 'invoiceDocument', id: documentId };
  const mailId = await queueMail(
    inner,
    documentMails[kind],
    { email: to, userId, language },
    values,
    { attached: attachment },
  );
  await sql`
    insert into invoice_mail (document_id, is_first, asked_by, to_address, mail_id, queued_at)
    values (${documentId}, ${requestedBy === null}, ${requestedBy}, ${to}, ${mailId}, ${ctx.clock.now()})`.execute(
    ctx.db,
  );
  await announce(ctx.db, { topic: 'invoice', id: invoiceId, siteId, ownerId: userId });
}
