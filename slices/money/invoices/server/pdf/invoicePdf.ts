import { directionOf } from '../../../../../contract/languages.ts';
import type { Brand } from '../documents/brand.ts';
import { labelsOf, titleOf } from '../documents/labels.ts';
import type { Printable } from '../documents/printable.ts';
import { attachFacturX } from './facturX.ts';
import { writeHeader } from './head.ts';
import { Sheet } from './sheet.ts';
import { small, soft } from './styles.ts';
import { writeLines } from './table.ts';
import { writePayment, writeSums } from './totals.ts';

/** The parts of a document's file in addition to its facts. */
export interface PdfParts {
  brand: Brand;
  /** The structured invoice to embed. Null if the document can't have one. */
  xml: string | null;
  /** Tests set this to false to keep the content readable. */
  compress?: boolean;
}

/**
 * The document as PDF/A-3b in the customer's language and the site's branding, with the structured
 * invoice embedded. Deterministic: the same input produces the same bytes. Yields to other work
 * while generating long documents.
 */
export async function invoicePdf(
  document: Printable,
  { brand, xml, compress = true }: PdfParts,
): Promise<Buffer> {
  const { language, number, id } = document;
  const labels = labelsOf(language);
  const issuedAt = new Date(document.issuedAt);
  const sheet = await Sheet.open({
    id,
    language,
    isRightToLeft: directionOf(language) === 'rtl',
    madeAt: issuedAt,
    compress,
  });
  writeHeader(sheet, document, labels, brand);
  await writeLines(sheet, document, labels);
  writeSums(sheet, document, labels, brand);
  if (document.kind === 'invoice') writePayment(sheet, document, labels);
  attachFacturX(sheet.pdf, {
    title: `${titleOf(document)} ${number}`,
    author: document.facts.seller.legalName,
    madeAt: issuedAt,
    xml,
  });
  return await sheet.finish((page, pages) => {
    const half = sheet.width / 2;
    const style = { size: small, colour: soft };
    const pageText = labels.page.replace('{page}', String(page)).replace('{pages}', String(pages));
    return [
      { text: number, style, at: 0, width: half, direction: 'ltr' },
      { text: pageText, style, at: half, width: half, align: 'end' },
    ];
  });
}
