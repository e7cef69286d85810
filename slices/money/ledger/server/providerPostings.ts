import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import {
  type Holder,
  lockBalance,
  type PostedTransaction,
  post,
  type TransactionInput,
} from './posting/post.ts';
import { onMoneyReceived } from './posting/transactions.ts';
import { refundedAmount } from './refundedAmount.ts';

/**
 * A change to a deposit that the payment provider reports, regardless of its state in the portal.
 */
interface ExternalDepositChange extends TransactionInput {
  depositId: string;
}

/**
 * The remaining amount of a deposit after refunds and disputes. Locks the account until the
 * transaction ends.
 */
export async function lockDepositForUpdate(
  ctx: Context,
  holder: Holder,
  depositId: string,
): Promise<{ left: string; currency: string }> {
  const { rows: originals } = await sql<{
    currency: string;
  }>`select currency from ledger_transaction where id = ${depositId}`.execute(ctx.db);
  const currency = originals[0]?.currency ?? holder.company.currency;
  await lockBalance(ctx, holder, currency);
  const { rows } = await sql<{ left: string }>`
    select trim_scale(greatest(0, t.amount - (select ${refundedAmount} from ledger_transaction given where given.refunds = t.id)))::text as left
    from ledger_transaction t where t.id = ${depositId} and t.kind = 'deposit'`.execute(ctx.db);
  return { left: rows[0]?.left ?? '0', currency };
}

/**
 * Posts a refund that was sent outside the portal. The balance can become negative. No money is
 * sent.
 */
export const postOutsideRefund = (
  ctx: Context,
  holder: Holder,
  { depositId, ...entry }: ExternalDepositChange,
): Promise<PostedTransaction> =>
  post(ctx, holder, {
    ...entry,
    kind: 'refund',
    refundKind: 'moneyBack',
    refunds: depositId,
    move: ['customer', 'bank'],
  });

/** Posts a dispute: the payer's bank reversed a deposit, so the charges it paid are open again. */
export const postDispute = (
  ctx: Context,
  holder: Holder,
  { depositId, ...entry }: ExternalDepositChange,
): Promise<PostedTransaction> =>
  post(ctx, holder, {
    ...entry,
    kind: 'dispute',
    refunds: depositId,
    move: ['customer', 'bank'],
  });

/** Posts a returned dispute: the seller received the amount, so the deposit counts again. */
export const postDisputeReturn = (
  ctx: Context,
  holder: Holder,
  { depositId, ...entry }: ExternalDepositChange,
): Promise<PostedTransaction> =>
  post(ctx, holder, {
    ...{ ...entry, kind: 'disputeReturn', refunds: depositId, move: ['bank', 'customer'] },
    after: () => onMoneyReceived(ctx, holder),
  });
