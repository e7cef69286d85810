import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';

/** The effect of a transaction on its customer's balance, and the balance afterwards. */
export interface Running {
  id: string;
  effect: string;
  balance: string;
}

/**
 * Conditions on `ledger_transaction t` and `ledger_account a` that select the owner. `sequence` is
 * that of the oldest requested transaction.
 */
export interface BalanceScope {
  transactions: RawBuilder<unknown>;
  accounts: RawBuilder<unknown>;
  sequence: number;
}

/**
 * The running balance of some transactions: the current balance, minus everything after each, in a
 * single pass from the latest backwards. The latest page reads only as many transactions as it
 * shows. An older page also reads the later ones, once. Transactions hidden by a filter count too.
 */
export const runningOf = (
  ids: readonly string[],
  { transactions, accounts, sequence }: BalanceScope,
): RawBuilder<Running> => sql<Running>`
  with later as materialized (
    select t.id, t.company_id, t.user_id, t.currency, t.sequence, coalesce(sum(p.amount), 0) as effect
    from ledger_transaction t
    left join (ledger_posting p join ledger_account a on a.id = p.account_id and a.kind = 'customer' and ${accounts}) on p.transaction_id = t.id
    where ${transactions} and t.sequence >= ${sequence} group by t.id),
  now as materialized (
    select a.company_id, a.user_id, a.currency, (select coalesce(sum(p.amount), 0) from ledger_posting p where p.account_id = a.id) as balance
    from ledger_account a where a.kind = 'customer' and ${accounts}),
  reckoned as (
    select later.id, later.effect, now.balance - coalesce(sum(later.effect) over (
      partition by later.company_id, later.user_id, later.currency order by later.sequence desc rows between unbounded preceding and 1 preceding), 0) as balance
    from later join now using (company_id, user_id, currency))
  select id, trim_scale(effect)::text as effect, trim_scale(balance)::text as balance from reckoned where id = any(${[...ids]}::uuid[])`;

/** The running balance by transaction ID. */
export async function readRunningBalances(
  ctx: Pick<Context, 'db'>,
  ids: readonly string[],
  scope: BalanceScope,
): Promise<ReadonlyMap<string, Running>> {
  const { rows } = await runningOf(ids, scope).execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}
