import type { Context } from '../../../server/platform/context.ts';
import type { Booked, Holder } from './post.ts';

/** A refund of a charge. */
export interface GivenBack {
  key: string;
  /** The charge. */
  transactionId: string;
  kind: 'reduction' | 'moneyBack';
  /** With its tax, exact decimal text. */
  amount: string;
  currency: string;
  reason: string;
}

type Documenter = (ctx: Context, holder: Holder, refund: GivenBack) => Promise<Booked | null>;
let documenter: Documenter | undefined;

/**
 * Registers the handler that refunds an invoiced charge together with a document, or returns null
 * when the charge has no document. The ledger doesn't know the document types.
 */
export function defineDocumenter(documents: Documenter): void {
  documenter = documents;
}

/** Null: the charge has no document, so its refund needs none. */
export const giveBackDocumented: Documenter = async (ctx, holder, refund) =>
  documenter ? await documenter(ctx, holder, refund) : null;
