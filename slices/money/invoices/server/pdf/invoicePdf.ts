import { directionOf } from '../../../../../contract/languages.ts';
import type { Brand } from '../documents/brand.ts';
import type { Printable } from '../documents/printable.ts';
import { titleOf, wordsOf } from '../documents/words.ts';
import { attachFacturX } from './facturX.ts';
import { writeHead } from './head.ts';
import { small, soft } from './look.ts';
import { Sheet } from './sheet.ts';
import { writePayment, writeSums } from './sums.ts';
import { writeLines } from './table.ts';

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
  const words = wordsOf(language);
  const madeAt = new Date(document.issuedAt);
  const sheet = await Sheet.open({
    id,
    language,
    isRightToLeft: directionOf(language) === 'rtl',
    madeAt,
    compress,
  });
  writeHead(sheet, document, words, brand);
  await writeLines(sheet, document, words);
  writeSums(sheet, document, words, brand);
  if (document.kind === 'invoice') writePayment(sheet, document, words);
  attachFacturX(sheet.pdf, {
    title: `${titleOf(document)} ${number}`,
    author: document.facts.seller.legalName,
    madeAt,
    xml,
  });
  return await sheet.finish((page, pages) => {
    const half = sheet.width / 2;
    const style = { size: small, colour: soft };
    const shown = words.page.replace('{page}', String(page)).replace('{pages}', String(pages));
    return [
      { text: number, style, at: 0, width: half, direction: 'ltr' },
      { text: shown, style, at: half, width: half, align: 'end' },
    ];
  });
}
