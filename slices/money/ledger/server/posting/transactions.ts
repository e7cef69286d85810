import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { resumeByPayment, settleByPayment } from '../../../../people/accounts/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { readDepositRequest } from '../deposits/depositRequest.ts';
import { limitsOf } from '../limits.ts';
import { notifyRefund } from '../refundNotification.ts';
import { cancelOldest } from '../writeOffs.ts';
import { hasAmountDue } from './balances.ts';
import { documentRefund } from './chargeRefunds.ts';
import {
  balanceOf,
  type Holder,
  lockBalance,
  type PostedTransaction,
  post,
  type RefundKind,
  type TransactionInput,
} from './post.ts';

/**
 * Posts an incoming payment. A sufficient amount also fulfills a deposit request, any payment
 * verifies an approved billing profile, and an account suspended for nonpayment is resumed once
 * nothing is due.
 */
export const postDeposit = (
  ctx: Context,
  holder: Holder,
  entry: TransactionInput,
): Promise<PostedTransaction> =>
  post(ctx, holder, {
    ...entry,
    kind: 'deposit',
    move: ['bank', 'customer'],
    after: () => onMoneyReceived(ctx, holder),
  });

export async function onMoneyReceived(ctx: Context, holder: Holder): Promise<void> {
  const customer = { userId: holder.id, companyId: holder.company.id };
  await settleByPayment(
    ctx,
    holder.id,
    async (since) => (await readDepositRequest(ctx, customer, since)).isMet,
  );
  if (!(await hasAmountDue(ctx, holder.id, holder.company.id)))
    await resumeByPayment(ctx, holder.id);
}

/** Posts a credit granted by the company without a payment. */
export const postCredit = (
  ctx: Context,
  holder: Holder,
  entry: TransactionInput,
): Promise<PostedTransaction> =>
  post(ctx, holder, { ...entry, kind: 'credit', move: ['credits', 'customer'] });

/** Posts the charge of an issued invoice, including tax. */
export const postInvoice = (
  ctx: Context,
  holder: Holder,
  entry: TransactionInput & { tax: string },
): Promise<PostedTransaction> =>
  post(ctx, holder, { ...entry, kind: 'charge', move: ['customer', 'revenue'] });

/**
 * Locks the customer's account until the transaction ends. Throws `balanceShort` if its balance is
 * below this amount.
 */
export async function requireBalance(
  ctx: Context,
  holder: Holder,
  money: Pick<TransactionInput, 'amount' | 'currency'>,
): Promise<void> {
  await requireSufficientBalance(
    ctx,
    await balanceOf(ctx, await lockBalance(ctx, holder, money.currency)),
    money,
  );
}

/** Writes off amounts due, oldest charges first. Throws `writeOffTooMuch`. */
export const postWriteOff = (
  ctx: Context,
  holder: Holder,
  entry: TransactionInput,
): Promise<PostedTransaction> =>
  post(ctx, holder, {
    ...entry,
    kind: 'writeOff',
    move: ['writeOffs', 'customer'],
    check: async (balance) => {
      const { rows } = await sql<{ owed: string; fits: boolean }>`
        select greatest(-${balance}::numeric, 0) as owed, ${entry.amount}::numeric <= -${balance}::numeric as fits`.execute(
        ctx.db,
      );
      if (!rows[0]?.fits)
        throw userError(
          'writeOffTooMuch',
          { owed: rows[0]?.owed ?? '0', currency: entry.currency },
          'amount',
        );
    },
    after: (id) => cancelOldest(ctx, holder, entry, id),
  });

export interface Refund {
  key: string;
  transactionId: string;
  kind: RefundKind;
  amount?: string | undefined;
  /** For charges: the tax part of the amount. */
  tax?: string;
  reason: string;
  /** Additional request content bound to the idempotency key, as JSON. */
  asked?: unknown;
  /** The field that amount errors refer to, `amount` by default. */
  field?: string;
}

/**
 * Posts a refund. Refunds of an invoiced charge get a credit note, and all others are posted in the
 * ledger only. Throws the errors of `refundInLedger`, and `refundWholeOnly`.
 */
export async function postRefund(
  ctx: Context,
  holder: Holder,
  refund: Refund,
): Promise<PostedTransaction> {
  const { kind, currency } = await findOriginal(ctx, holder, refund.transactionId);
  const { amount } = refund;
  const documented =
    kind === 'charge' && refund.kind !== 'noRefund' && amount !== undefined
      ? await documentRefund(ctx, holder, { ...refund, kind: refund.kind, amount, currency })
      : null;
  return documented ?? (await refundInLedger(ctx, holder, refund));
}

/**
 * Posts a refund or a decision not to refund. A charge can be credited to the next bill up to the
 * part not written off, or refunded as money up to the part paid with money. A deposit can only be
 * refunded as money, up to its unspent part. Total refunds never exceed payments. Throws
 * `notFound`, `notRefundable`, `refundTooMuch`, `refundWrittenOff`, `moneyBackUnpaid`,
 * `balanceShort`, `billingFieldNeeded`.
 */
export async function refundInLedger(
  ctx: Context,
  holder: Holder,
  refund: Refund,
): Promise<PostedTransaction> {
  const original = await findOriginal(ctx, holder, refund.transactionId);
  const isDeposit = original.kind === 'deposit';
  if (original.kind !== 'charge' && !isDeposit) throw notRefundable(neither);
  if (isDeposit && refund.kind !== 'moneyBack') throw notRefundable(depositOnlyBack);
  if (refund.kind === 'noRefund' && refund.amount !== undefined)
    throw userError('billingFieldNeeded', { problem: noAmount }, 'amount');
  if (refund.kind !== 'noRefund' && refund.amount === undefined)
    throw userError('billingFieldNeeded', { problem: anAmount }, 'amount');
  const amount = refund.amount ?? '0';
  const { currency } = original;
  const moves = {
    noRefund: null,
    reduction: ['revenue', 'customer'],
    moneyBack: [isDeposit ? 'customer' : 'revenue', 'bank'],
  } as const;
  return await post(ctx, holder, {
    ...{ key: refund.key, reason: refund.reason, amount, currency },
    ...{ kind: 'refund', refundKind: refund.kind, refunds: original.id },
    ...(refund.tax === undefined ? {} : { tax: refund.tax }),
    ...(refund.asked === undefined ? {} : { asked: refund.asked }),
    move: moves[refund.kind],
    check: async (balance) => {
      if (refund.kind === 'noRefund') return;
      await requireWithinRefundLimits(ctx, holder, original, { ...refund, amount });
      if (isDeposit) await requireSufficientBalance(ctx, balance, { amount, currency });
    },
    after: async (id) => {
      if (refund.kind !== 'moneyBack') return;
      await notifyRefund(ctx, {
        refundId: id,
        depositId: isDeposit ? original.id : null,
        holder,
        amount,
        currency,
        reason: refund.reason,
      });
    },
  });
}

interface Original {
  id: string;
  kind: string;
  currency: string;
}

async function findOriginal(
  ctx: Context,
  holder: Holder,
  transactionId: string,
): Promise<Original> {
  const { rows } = await sql<Original>`
    select id, kind, currency from ledger_transaction
    where id = ${transactionId} and company_id = ${holder.company.id} and user_id = ${holder.id}`.execute(
    ctx.db,
  );
  if (!rows[0])
    throw userError('notFound', { what: 'transaction', id: transactionId }, 'transactionId');
  return rows[0];
}

/**
 * Throws if the refund exceeds a limit. The refund is already posted at this point and counts. Each
 * error contains the maximum amount.
 */
async function requireWithinRefundLimits(
  ctx: Context,
  holder: Holder,
  { id, currency }: Original,
  refund: Refund & { amount: string },
): Promise<void> {
  const { kind, amount, field = 'amount' } = refund;
  const [limit] = await limitsOf(ctx, holder, [id], amount);
  if (!limit) throw new Error(`There is no transaction ${id}.`);
  const refundable = kind === 'moneyBack' ? limit.sendable : limit.refundable;
  if (limit.isTooMuch) throw userError('refundTooMuch', { left: refundable, currency }, field);
  if (limit.isGivenUp) throw userError('refundWrittenOff', { left: refundable, currency }, field);
  if (kind === 'moneyBack' && limit.isUnpaid)
    throw userError('moneyBackUnpaid', { left: refundable, currency }, field);
}

async function requireSufficientBalance(
  ctx: Context,
  balance: string,
  { amount, currency }: Pick<TransactionInput, 'amount' | 'currency'>,
): Promise<void> {
  const { rows } = await sql<{
    fits: boolean;
  }>`select ${amount}::numeric <= ${balance}::numeric as fits`.execute(ctx.db);
  if (!rows[0]?.fits) throw userError('balanceShort', { balance, amount, currency }, 'amount');
}

const notRefundable = (problem: LocalizedText) =>
  userError('notRefundable', { problem }, 'transactionId');
const neither: LocalizedText = localize('neither');
const depositOnlyBack: LocalizedText = localize('depositOnlyBack');
const noAmount: LocalizedText = localize('noAmount');
const anAmount: LocalizedText = localize('anAmount');
