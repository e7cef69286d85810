import type { Context } from '../../../server/platform/context.ts';
import type { Holder } from './post.ts';

/** Money that was booked as sent back to a customer. */
export interface MoneyBack {
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

type Sender = (ctx: Context, money: MoneyBack) => Promise<void>;
const senders = new Set<Sender>();

/**
 * Called in the posting transaction for refunds as money, so that the payment provider sends it.
 * Without a handler, a person transfers it.
 */
export function onMoneyBack(sender: Sender): () => void {
  senders.add(sender);
  return () => senders.delete(sender);
}

export async function tellMoneyBack(ctx: Context, money: MoneyBack): Promise<void> {
  for (const sender of senders) await sender(ctx, money);
}
