import type { Context } from '../../../../../server/platform/context.ts';
import { defineHook, singleContribution } from '../../../../../server/platform/hooks.ts';
import type { Holder, PostedTransaction } from './post.ts';

/** A refund of a charge. */
export interface Refund {
  key: string;
  /** The charge. */
  transactionId: string;
  kind: 'reduction' | 'moneyBack';
  /** Including tax, as exact decimal text. */
  amount: string;
  currency: string;
  reason: string;
}

export type Documenter = (
  ctx: Context,
  holder: Holder,
  refund: Refund,
) => Promise<PostedTransaction | null>;

/**
 * Refunds an invoiced charge together with a document. Returns null if the charge has no document.
 * The ledger doesn't know the document types.
 */
export const chargeRefunds = defineHook<Documenter>('ledger.chargeRefunds');

/** Null if the charge has no document, in which case its refund needs none. */
export const documentRefund: Documenter = async (ctx, holder, refund) =>
  await singleContribution(ctx, chargeRefunds)(ctx, holder, refund);
