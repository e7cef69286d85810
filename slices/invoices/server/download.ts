import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/languages.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../server/platform/csv.ts';
import { reachesCompany } from '../../companies/server/index.ts';
import { brandOf } from './brand.ts';
import type { DocumentFacts, DocumentKind } from './documents.ts';
import { printedDocument } from './printed.ts';

/** A document as it is printed. */
export interface Printable {
  id: string;
  siteId: string;
  kind: DocumentKind;
  number: string;
  issuedOn: string;
  dueOn: string | null;
  currency: string;
  /** Decimals of its smallest coin. */
  decimals: number;
  net: string;
  tax: string;
  total: string;
  language: Language;
  reason: string;
  facts: DocumentFacts;
  lines: PrintableLine[];
}

export interface PrintableLine {
  subject: string;
  item: string;
  from: string;
  to: string;
  amount: string;
}

/** One's own document, or one of a company within reach. Throws `notFound` for any other. */
async function findDocument(ctx: SignedInContext, documentId: string): Promise<Printable> {
  const { rows } = await sql<Printable>`
    select d.id, u.site_id as "siteId", d.kind, d.written as number,
      to_char(d.issued_at at time zone site.time_zone, 'YYYY-MM-DD') as "issuedOn", to_char(d.due_on, 'YYYY-MM-DD') as "dueOn", d.currency,
      minor_units(d.currency) as decimals, d.net::text as net, d.tax::text as tax, (d.net + d.tax)::text as total, d.language, d.reason, d.facts,
      (select coalesce(jsonb_agg(jsonb_build_object('subject', l.subject_name, 'item', l.item,
          'from', to_char(l.from_at at time zone site.time_zone, 'YYYY-MM-DD'), 'to', to_char(l.to_at at time zone site.time_zone, 'YYYY-MM-DD'),
          'amount', coalesce(c.amount, l.amount)::text) order by l.subject_name, l.subject_id, l.item, l.id), '[]')
        from invoice_line l left join invoice_credit c on c.document_id = d.id and c.line_id = l.id
        where l.invoice_id = d.invoice_id and (d.kind = 'invoice' or c.line_id is not null)) as lines
    from invoice_document d join user_account u on u.id = d.user_id join site on site.id = u.site_id
    where d.id = ${documentId} and (d.user_id = ${ctx.actor.userId} or ${reachesCompany(ctx, 'd.company_id')})`.execute(ctx.db);
  if (!rows[0]) throw refuse('notFound', { what: 'document', id: documentId }, 'document');
  return rows[0];
}

const fileName = (number: string, extension: string): string => `${number.replace(/[^A-Za-z0-9._-]/g, '-')}.${extension}`;

export async function download(
  ctx: SignedInContext,
  reply: FastifyReply,
  { document: id, format }: { document: string; format?: 'html' | 'csv' | undefined },
) {
  const document = await findDocument(ctx, id);
  if (format === 'csv') {
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName(document.number, 'csv')}"`)
      .send(csvOf(document));
  }
  const { html, style } = printedDocument(document, await brandOf(ctx, document.siteId));
  const hash = createHash('sha256').update(style).digest('base64');
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `inline; filename="${fileName(document.number, 'html')}"`)
    .header('content-security-policy', `sandbox; default-src 'none'; style-src 'sha256-${hash}'; img-src data:; frame-ancestors 'none'`)
    .send(html);
}

/** The lines, then each tax and the total; amounts are numbers to a spreadsheet. */
function csvOf({ number, currency, language, facts, lines, net, tax, total }: Printable): string {
  const head = csvLine(['document', 'subject', 'item', 'title', 'from', 'to', 'amount', 'currency']);
  const rows = lines.map(({ subject, item, from, to, amount }) =>
    csvLine([number, subject, item, facts.items[item]?.title[language] ?? item, from, to, { decimal: amount }, currency]),
  );
  const sums = [
    ['net', net],
    ['tax', tax],
    ['total', total],
  ] as const;
  const end = sums.map(([name, amount]) => csvLine([number, '', name, '', '', '', { decimal: amount }, currency]));
  return csvMark + head + rows.join('') + end.join('');
}
