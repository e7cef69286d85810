import type { Context } from '../../../server/platform/context.ts';
import type { Booked, Holder } from './post.ts';

/** Something is given back of a charge. */
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
 * Declares who gives back what a document charged: with a document of its own that says so, booked together with it, or null where no document
 * charged it. Which documents there are cannot be known to the ledger.
 */
export function defineDocumenter(documents: Documenter): void {
  documenter = documents;
}

/** Null: nothing says what the charge was for, and nothing need say that it is given back. */
export const giveBackDocumented: Documenter = async (ctx, holder, refund) => (documenter ? await documenter(ctx, holder, refund) : null);
