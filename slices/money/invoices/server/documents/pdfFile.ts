import type { Context } from '../../../../../server/platform/context.ts';
import { facturXFile } from '../eInvoice/files.ts';
import { brandOf } from './brand.ts';
import type { Printable } from './printable.ts';

/**
 * The document as PDF with the structured invoice inside. What draws it is loaded with the first
 * one: a portal that makes none does without its 10 MiB.
 */
export async function pdfFile(ctx: Pick<Context, 'db'>, document: Printable): Promise<Buffer> {
  const { invoicePdf } = await import('../pdf/invoicePdf.ts');
  return await invoicePdf(document, {
    brand: await brandOf(ctx, document.siteId),
    xml: facturXFile(document),
  });
}
