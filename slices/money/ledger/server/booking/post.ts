import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { checkCoin } from '../../../companies/server/index.ts';
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
 * A transaction to be posted exactly once. The key identifies it within the company, however often
 * the call is repeated.
 */
export interface Booking {
  key: string;
  /** Exact decimal text. */
  amount: string;
  currency: string;
  reason: string;
}

/**
 * The key of what the portal books by itself, of a kind. It has a colon, which no key that a person
 * chooses has.
 */
export const portalKey = (kind: string, ...parts: readonly (string | number)[]): string =>
  [kind, ...parts].join(':');

export interface Booked {
  id: string;
  /** The customer's current balance in the currency of the booking. */
  balance: string;
  currency: string;
}

interface Entry extends Booking {
  kind: Kind;
  refundKind?: RefundKind;
  refunds?: string;
  /** Which account gives and which is given to; a decision that moves nothing has none. */
  move: readonly [from: AccountKind, to: AccountKind] | null;
  /** The tax part of the amount, a liability to the tax authority and not revenue. */
  tax?: string;
  /** The other inputs under the key, as JSON. The same key with others is rejected. */
  asked?: unknown;
  /**
   * Called with the customer's account locked, so that nothing else is posted concurrently. Throws
   * the error that prevents the posting.
   */
  check?(balance: string): void | Promise<void>;
  /** Called once it's booked under this ID, but not for a repeated key. */
  after?(id: string): Promise<void>;
}

/**
 * Books in the transaction of the context. The same key with the same booking gives what was booked
 * then; throws `ledgerKeyReused` for another one, `currencyForeign`, `amountWrong`, and what the
 * entry's own check throws.
 */
export async function post(ctx: Context, holder: Holder, entry: Entry): Promise<Booked> {
  await checkMoney(ctx, holder, entry);
  const fingerprint = fingerprintOf(holder, entry);
  // Held first, so that moments and numbers of a customer's transactions are in the order in which
  // they were booked.
  const account = await lockAccountForUpdate(ctx, holder, 'customer', entry.currency);
  const { rows } = await sql<{ id: string }>`
    insert into ledger_transaction (company_id, user_id, kind, refund_kind, refunds, currency, amount, reason, idempotency_key, fingerprint, at, by_user)
    values (${holder.company.id}, ${holder.id}, ${entry.kind}, ${entry.refundKind ?? null}, ${entry.refunds ?? null}, ${entry.currency}, ${entry.amount},
      ${entry.reason}, ${entry.key}, ${fingerprint}, ${ctx.clock.now()}, ${ctx.actor?.userId ?? null})
    on conflict (company_id, idempotency_key) do nothing returning id`.execute(ctx.db);
  const id = rows[0]?.id;
  if (id === undefined)
    return {
      id: await earlier(ctx, holder, entry.key, fingerprint),
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
 * The company's own currency, or one in which the customer has an account from before. Throws
 * `currencyForeign`, `amountWrong`.
 */
export async function checkMoney(
  ctx: Context,
  { id, company }: Holder,
  { amount, currency }: Pick<Booking, 'amount' | 'currency'>,
): Promise<void> {
  const { rows } = await sql`
    select from ledger_account where company_id = ${company.id} and user_id = ${id} and currency = ${currency}`.execute(
    ctx.db,
  );
  if (currency !== company.currency && rows.length === 0)
    throw userError('currencyForeign', { wanted: company.currency, given: currency }, 'currency');
  await checkCoin(ctx, { amount, currency }, 'amount');
}

/** `10`, `10.0` and `010` are one amount. */
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

/** The earlier booking of the key. Throws `ledgerKeyReused` if it was something else. */
async function earlier(
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
 * The account, made when it is the first of its kind; a customer's is held until the transaction
 * ends.
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
  const made = await findAccount(ctx, holder, kind, currency);
  if (!made)
    throw new Error(
      `There is no account ${kind} of the company ${holder.company.id} in ${currency}.`,
    );
  return made;
}

/**
 * By the whole of its key, so that the database finds it by its index among the accounts of all
 * customers.
 */
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
 * The same without waiting. False when another transaction holds the lock or the account doesn't
 * exist.
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

/** The balance of an account by its number. */
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
  // The tax of revenue and refunds has an account of its own.
  const hasTax = entry.move[0] === 'revenue';
  await sql`
    insert into ledger_posting (transaction_id, account_id, company_id, currency, amount)
    select ${id}, account, ${holder.company.id}, ${currency}, part from (values
      (${from}::bigint, ${hasTax ? tax : '0'}::numeric - ${amount}::numeric), (${to}::bigint, ${amount}::numeric - ${hasTax ? '0' : tax}::numeric),
      (${taxes}::bigint, ${hasTax ? `-${tax}` : tax}::numeric)) as posted (account, part)
    where part <> 0`.execute(ctx.db);
}
