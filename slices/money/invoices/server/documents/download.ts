import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../../../server/platform/csv.ts';
import { toPlainAmount } from '../charges/amounts.ts';
import { ublFile } from '../eInvoice/files.ts';
import { brandOf } from './brand.ts';
import { pdfFile } from './pdfFile.ts';
import { findDocument, type Printable } from './printable.ts';
import { printedDocument } from './printedDocument.ts';

/** The file name for a document number. */
export const fileName = (number: string, extension: string): string =>
  `${number.replace(/[^A-Za-z0-9._-]/g, '-')}.${extension}`;

const types = {
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  ubl: 'application/xml',
};
const extensions = { html: 'html', csv: 'csv', pdf: 'pdf', ubl: 'xml' };
export type Format = keyof typeof types;

export async function download(
  ctx: SignedInContext,
  reply: FastifyReply,
  { document: id, format = 'html' }: { document: string; format?: Format | undefined },
) {
  const document = await findDocument(ctx, id);
  reply
    .type(types[format])
    .header('cache-control', 'no-store')
    .header(
      'content-disposition',
      `${format === 'html' ? 'inline' : 'attachment'}; filename="${fileName(document.number, extensions[format])}"`,
    );
  if (format === 'csv') return reply.send(csvOf(document));
  if (format === 'ubl') return reply.send(ublFile(document));
  if (format === 'pdf') return reply.send(await pdfFile(ctx, document));
  const { html, style } = printedDocument(document, await brandOf(ctx, document.siteId));
  const hash = createHash('sha256').update(style).digest('base64');
  return reply
    .header(
      'content-security-policy',
      `sandbox; default-src 'none'; style-src 'sha256-${hash}'; img-src data:; frame-ancestors 'none'`,
    )
    .send(html);
}

const columns = [
  'document',
  'subject',
  'item',
  'title',
  'from',
  'to',
  'amount',
  'currency',
] as const;

/**
 * CSV with the lines, then net, tax and total. Amounts are plain numbers with the currency's
 * decimals, readable by spreadsheets.
 */
function csvOf({
  number,
  currency,
  decimals,
  language,
  facts,
  lines,
  net,
  tax,
  total,
}: Printable): string {
  const csvAmount = (amount: string) => ({ decimal: toPlainAmount(amount, decimals) });
  const header = csvLine([...columns, 'quantity', 'unit', 'times', 'priced by', 'unit price']);
  const decimalCell = (text: string | null | undefined) => (text ? { decimal: text } : null);
  const rows = lines.map(({ subject, item, from, to, amount, had }) => {
    const { title, unit } = facts.items[item] ?? {};
    const line = [
      number,
      subject,
      item,
      title?.[language] ?? item,
      from,
      to,
      csvAmount(amount),
      currency,
    ];
    const priced = [
      decimalCell(had?.quantity),
      had ? unit?.[language] : null,
      decimalCell(had?.times),
      had?.pricedBy,
      decimalCell(had?.unitPrice),
    ];
    return csvLine([...line, ...priced.map((cell) => cell ?? null)]);
  });
  const sums = [
    ['net', net],
    ['tax', tax],
    ['total', total],
  ] as const;
  const end = sums.map(([name, amount]) =>
    csvLine([number, '', name, '', '', '', csvAmount(amount), currency, '', '', '', '', '']),
  );
  return csvMark + header + rows.join('') + end.join('');
}
