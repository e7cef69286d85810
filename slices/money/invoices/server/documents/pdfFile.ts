import type { Context } from '../../../../../server/platform/context.ts';
import { facturXFile } from '../eInvoice/files.ts';
import { brandOf } from './brand.ts';
import type { Printable } from './printable.ts';

/**
 * The document as PDF with the embedded structured invoice. The PDF library (10 MiB) is loaded on
 * first use, so portals that generate no PDFs don't load it.
 */
export async function pdfFile(ctx: Pick<Context, 'db'>, document: Printable): Promise<Buffer> {
  const { invoicePdf } = await import('../pdf/invoicePdf.ts');
  return await invoicePdf(document, {
    brand: await brandOf(ctx, document.siteId),
    xml: facturXFile(document),
  });
}
