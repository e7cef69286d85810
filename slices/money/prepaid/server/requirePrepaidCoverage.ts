import { type UserError, userError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { lockBalance, lockBalanceIfFree } from '../../ledger/server/index.ts';
import type { Order } from '../../pricing/server/index.ts';
import { calculate, type PayerBalance } from './calculate.ts';
import { addedCost, type Cost } from './cost.ts';
import { reserve } from './holds.ts';
import { type Payer, payerOf } from './payers.ts';

type OrderContext = Pick<Context, 'db' | 'clock' | 'language' | 'actor' | 'services'>;

/**
 * Rejects an order that isn't covered by the prepaid payer's balance, including credit limit and
 * promo codes, minus usage and orders not yet invoiced. Locks the payer's ledger account until the
 * transaction ends, which serializes its orders and postings. Throws `prepaidNotCovered`,
 * `prepaidUsedUp`, and `prepaidPayerShort` for users who can't see the payer's balance.
 */
export async function requirePrepaidCoverage(ctx: OrderContext, order: Order): Promise<void> {
  const payer = await payerOf(ctx, order.ownerId);
  if (!payer) return;
  const cost = order.items && (await addedCost(ctx, order, order.items));
  if (cost?.isNone) return;
  if (!(await lockBalanceIfFree(ctx, payer, payer.company.currency))) {
    // An amount that isn't covered now won't be covered after earlier orders either, so it is
    // rejected without waiting for the lock.
    await requireCovered(ctx, payer, cost);
    await lockBalance(ctx, payer, payer.company.currency);
  }
  await requireCovered(ctx, payer, cost);
  if (cost && order.serverIds)
    await reserve(ctx, payer.id, { ...cost, serverIds: order.serverIds });
}

/**
 * `cost` is null if it is known only later. In that case the remaining balance must be positive.
 */
async function requireCovered(ctx: OrderContext, payer: Payer, cost: Cost | null): Promise<void> {
  const [payerBalance] = await calculate(
    ctx,
    [payer.id],
    cost ? { cost: cost.amount, currency: cost.currency } : {},
  );
  if (!payerBalance) throw new Error(`What the payer ${payer.id} has left can’t be calculated.`);
  if (payerBalance.sign < (cost ? 0 : 1))
    throw coverageError(ctx, payer, payerBalance, cost !== null);
}

/** The payer's balance isn't disclosed to other users of the account. */
function coverageError(
  { actor }: OrderContext,
  payer: Payer,
  { left, currency, balance, credit, promo, used, cost }: PayerBalance,
  isPriced: boolean,
): UserError {
  if (actor?.role === 'user' && actor.userId !== payer.id) return userError('prepaidPayerShort');
  const values = { currency, balance, credit, promo, used, cost, missing: left.replace('-', '') };
  return userError(isPriced ? 'prepaidNotCovered' : 'prepaidUsedUp', values);
}
