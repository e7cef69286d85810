import type { Context } from '../../../../server/platform/context.ts';
import { defineHook, hookContributions } from '../../../../server/platform/hooks.ts';
import type { Holder } from './posting/post.ts';

/** A refund as money that was posted for a customer. */
export interface IssuedRefund {
  /** The refund in the ledger. */
  refundId: string;
  /** The refunded deposit. Null for a charge. */
  depositId: string | null;
  holder: Holder;
  /** Exact decimal text. */
  amount: string;
  currency: string;
  reason: string;
}

/**
 * Called in the posting transaction for refunds as money, so that the payment provider sends the
 * money. Without a handler, it must be transferred manually.
 */
export const refundIssued =
  defineHook<(ctx: Context, money: IssuedRefund) => Promise<void>>('ledger.moneySentBack');

export async function notifyRefund(ctx: Context, money: IssuedRefund): Promise<void> {
  for (const sender of hookContributions(ctx, refundIssued)) await sender(ctx, money);
}
