import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { checkMinorUnits } from '../../../companies/server/index.ts';
import type { refundKinds, transactionKinds } from '../../contract.ts';

export type Kind = (typeof transactionKinds)[number];
export type RefundKind = (typeof refundKinds)[number];
type AccountKind = 'customer' | 'bank' | 'revenue' | 'credits' | 'writeOffs' | 'tax';

/** The owner of a ledger: a customer of a company, in a currency. */
export interface Holder {
  id: string;
  siteId: string;
  company: { id: string; currency: string };
}

/**
 * A transaction to be posted exactly once. The key identifies it within the company, regardless of
 * how often the call is repeated.
 */
export interface TransactionInput {
  key: string;
  /** Exact decimal text. */
  amount: string;
  currency: string;
  reason: string;
}

/**
 * An idempotency key for transactions created by the portal. It contains a colon, which client keys
 * can't contain.
 */
export const portalKey = (kind: string, ...parts: readonly (string | number)[]): string =>
  [kind, ...parts].join(':');

export interface PostedTransaction {
  id: string;
  /** The customer's current balance in the currency of the transaction. */
  balance: string;
  currency: string;
}

interface Entry extends TransactionInput {
  kind: Kind;
  refundKind?: RefundKind;
  refunds?: string;
  /**
   * The accounts that the amount is moved between. Null if nothing is moved, such as a decision not
   * to refund.
   */
  move: readonly [from: AccountKind, to: AccountKind] | null;
  /** The tax part of the amount, which is a liability to the tax authority and not revenue. */
  tax?: string;
  /**
   * Additional inputs under the key, as JSON. Repeating the key with different inputs is rejected.
   */
  asked?: unknown;
  /**
   * Called with the customer's account locked, so that nothing else is posted concurrently. Throws
   * the error that prevents the posting.
   */
  check?(balance: string): void | Promise<void>;
  /** Called with the new transaction's ID after it is posted, but not for a repeated key. */
  after?(id: string): Promise<void>;
}

/**
 * Posts in the context's transaction. The same key with the same content returns the existing
 * transaction. Throws `ledgerKeyReused` for different content, `currencyForeign`, `amountWrong`,
 * and the errors of the entry's `check`.
 */
export async function post(ctx: Context, holder: Holder, entry: Entry): Promise<PostedTransaction> {
  await checkAmountAndCurrency(ctx, holder, entry);
  const fingerprint = fingerprintOf(holder, entry);
  // Locked first, so that times and sequence numbers of a customer's transactions are in posting
  // order.
  const account = await lockAccountForUpdate(ctx, holder, 'customer', entry.currency);
  const { rows } = await sql<{ id: string }>`
    insert into ledger_transaction (company_id, user_id, kind, refund_kind, refunds, currency, amount, reason, idempotency_key, fingerprint, at, by_user)
    values (${holder.company.id}, ${holder.id}, ${entry.kind}, ${entry.refundKind ?? null}, ${entry.refunds ?? null}, ${entry.currency}, ${entry.amount},
      ${entry.reason}, ${entry.key}, ${fingerprint}, ${ctx.clock.now()}, ${ctx.actor?.userId ?? null})
    on conflict (company_id, idempotency_key) do nothing returning id`.execute(ctx.db);
  const id = rows[0]?.id;
  if (id === undefined)
    return {
      id: await findEarlierTransaction(ctx, holder, entry.key, fingerprint),
      balance: await balanceOf(ctx, account),
      currency: entry.currency,
    };
  await entry.check?.(await balanceOf(ctx, account));
  if (entry.move) await move(ctx, holder, { id, ...entry, move: entry.move });
  await entry.after?.(id);
  const { kind, refundKind, refunds, amount, currency, reason } = entry;
  ctx.note({
    targetType: 'user',
    targetId: holder.id,
    after: { kind, refundKind, refunds, amount, currency },
    detail: { reason, transaction: id },
  });
  await announce(ctx.db, {
    topic: 'billing',
    id: holder.id,
    siteId: holder.siteId,
    ownerId: holder.id,
  });
  return { id, balance: await balanceOf(ctx, account), currency: entry.currency };
}

/**
 * Checks that the currency is the company's own, or one in which the customer already has an
 * account. Throws `currencyForeign`, `amountWrong`.
 */
export async function checkAmountAndCurrency(
  ctx: Context,
  { id, company }: Holder,
  { amount, currency }: Pick<TransactionInput, 'amount' | 'currency'>,
): Promise<void> {
  const { rows } = await sql`
    select from ledger_account where company_id = ${company.id} and user_id = ${id} and currency = ${currency}`.execute(
    ctx.db,
  );
  if (currency !== company.currency && rows.length === 0)
    throw userError('currencyForeign', { wanted: company.currency, given: currency }, 'currency');
  await checkMinorUnits(ctx, { amount, currency }, 'amount');
}

/** Normalizes an amount: `10`, `10.0` and `010` are equal. */
export const plainAmount = (amount: string): string =>
  amount
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

function fingerprintOf(
  { id }: Holder,
  { kind, refundKind, refunds, currency, amount, tax, reason, asked }: Entry,
): Buffer {
  const taxed = tax === undefined ? [] : [plainAmount(tax)];
  const more = asked === undefined ? [] : [asked];
  return createHash('sha256')
    .update(
      JSON.stringify([
        id,
        kind,
        refundKind ?? null,
        refunds ?? null,
        currency,
        plainAmount(amount),
        reason,
        ...taxed,
        ...more,
      ]),
    )
    .digest();
}

/** The existing transaction of the key. Throws `ledgerKeyReused` if its content differs. */
async function findEarlierTransaction(
  ctx: Context,
  holder: Holder,
  key: string,
  fingerprint: Buffer,
): Promise<string> {
  const { rows } = await sql<{ id: string; fingerprint: Buffer }>`
    select id, fingerprint from ledger_transaction where company_id = ${holder.company.id} and idempotency_key = ${key}`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (!found?.fingerprint.equals(fingerprint)) throw userError('ledgerKeyReused', { key }, 'key');
  return found.id;
}

/**
 * The ledger account, created if it doesn't exist. A customer's account is locked until the
 * transaction ends.
 */
async function lockAccountForUpdate(
  ctx: Pick<Context, 'db'>,
  holder: Holder,
  kind: AccountKind,
  currency: string,
): Promise<number> {
  const userId = kind === 'customer' ? holder.id : null;
  const found = await findAccount(ctx, holder, kind, currency);
  if (found) return found;
  await sql`
    insert into ledger_account (company_id, kind, user_id, currency) values (${holder.company.id}, ${kind}, ${userId}, ${currency})
    on conflict do nothing`.execute(ctx.db);
  const account = await findAccount(ctx, holder, kind, currency);
  if (!account)
    throw new Error(
      `There is no account ${kind} of the company ${holder.company.id} in ${currency}.`,
    );
  return account;
}

/** Finds the account by its complete key, so that the database can use the index. */
async function findAccount(
  ctx: Pick<Context, 'db'>,
  { id, company }: Holder,
  kind: AccountKind,
  currency: string,
) {
  const isCustomer = kind === 'customer';
  const { rows } = await sql<{ id: number }>`
    select id from ledger_account
    where company_id = ${company.id} and kind = ${kind} and currency = ${currency} and ${isCustomer ? sql`user_id = ${id}` : sql`user_id is null`}
    ${isCustomer ? sql`for update` : sql``}`.execute(ctx.db);
  return rows[0]?.id;
}

/** Locks a customer's account against other postings until the transaction ends. */
export const lockBalance = (
  ctx: Pick<Context, 'db'>,
  holder: Holder,
  currency: string,
): Promise<number> => lockAccountForUpdate(ctx, holder, 'customer', currency);

/**
 * Locks without waiting. False if another transaction holds the lock or the account doesn't exist.
 */
export async function lockBalanceIfFree(
  ctx: Pick<Context, 'db'>,
  { id, company }: Holder,
  currency: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_account where company_id = ${company.id} and kind = 'customer' and currency = ${currency} and user_id = ${id}
    for update skip locked`.execute(ctx.db);
  return rows.length > 0;
}

/** The balance of a ledger account. */
export async function balanceOf(ctx: Pick<Context, 'db'>, account: number): Promise<string> {
  const { rows } = await sql<{ balance: string }>`
    select trim_scale(coalesce(sum(amount), 0)) as balance from ledger_posting where account_id = ${account}`.execute(
    ctx.db,
  );
  return rows[0]?.balance ?? '0';
}

async function move(
  ctx: Context,
  holder: Holder,
  entry: Entry & { id: string; move: readonly [AccountKind, AccountKind] },
): Promise<void> {
  const { id, currency, amount } = entry;
  const tax = plainAmount(entry.tax ?? '0');
  const [from, to] = await Promise.all(
    entry.move.map((kind) => lockAccountForUpdate(ctx, holder, kind, currency)),
  );
  const taxes = await lockAccountForUpdate(
    ctx,
    holder,
    tax === '0' ? entry.move[1] : 'tax',
    currency,
  );
  // The tax of revenue and refunds is posted to a separate account.
  const hasTax = entry.move[0] === 'revenue';
  await sql`
    insert into ledger_posting (transaction_id, account_id, company_id, currency, amount)
    select ${id}, account, ${holder.company.id}, ${currency}, part from (values
      (${from}::bigint, ${hasTax ? tax : '0'}::numeric - ${amount}::numeric), (${to}::bigint, ${amount}::numeric - ${hasTax ? '0' : tax}::numeric),
      (${taxes}::bigint, ${hasTax ? `-${tax}` : tax}::numeric)) as posted (account, part)
    where part <> 0`.execute(ctx.db);
}
