import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { chargesOnHold } from '../deposits/chargesOnHold.ts';

export interface Balance {
  amount: string;
  currency: string;
  /** The part of the amount due that is on hold. */
  withheld: string;
}

/**
 * A customer's balance per currency, as sums of postings. Positive: credit. Negative: amount due.
 */
export async function balancesOf(
  ctx: Pick<Context, 'db'>,
  userId: string,
  companyId: string,
): Promise<Balance[]> {
  return await withAmountsOnHold(
    ctx,
    userId,
    companyId,
    (await balancesQuery(userId, sql`${companyId}`).execute(ctx.db)).rows,
  );
}

/**
 * A query with the rows of `balancesOf` without amounts on hold, for use within larger statements.
 */
export const balancesQuery = (
  userId: string,
  companyId: RawBuilder<unknown>,
): RawBuilder<Omit<Balance, 'withheld'>> => sql<Omit<Balance, 'withheld'>>`
  select a.currency, trim_scale(coalesce(sum(p.amount), 0))::text as amount
  from ledger_account a left join ledger_posting p on p.account_id = a.id
  where a.user_id = ${userId} and a.company_id = ${companyId} group by a.currency order by a.currency`;

/**
 * Adds the amounts on hold to the balances. Only negative balances can include any, so others
 * aren't queried.
 */
export async function withAmountsOnHold(
  { db }: Pick<Context, 'db'>,
  userId: string,
  companyId: string,
  balances: readonly Omit<Balance, 'withheld'>[],
): Promise<Balance[]> {
  if (!balances.some(({ amount }) => amount.startsWith('-')))
    return balances.map((balance) => ({ ...balance, withheld: '0' }));
  const { rows } = await sql<{ currency: string; withheld: string }>`
    select b.currency, trim_scale(least(coalesce(w.amount, 0), greatest(0, -b.amount)))::text as withheld
    from unnest(${balances.map(({ currency }) => currency)}::text[], ${balances.map(({ amount }) => amount)}::numeric[]) as b (currency, amount)
    left join ${chargesOnHold} w on w.company_id = ${companyId} and w.user_id = ${userId} and w.currency = b.currency`.execute(
    db,
  );
  return balances.map((balance) => ({
    ...balance,
    withheld: rows.find(({ currency }) => currency === balance.currency)?.withheld ?? '0',
  }));
}

/**
 * SQL over query columns: the balance of a company's customer in a currency, as a sum of postings.
 * Negative: amount due.
 */
export const balanceIn = (
  account: { company: string; user: string },
  currency: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`coalesce((
  select sum(p.amount) from ledger_account a join ledger_posting p on p.account_id = a.id
  where a.company_id = ${sql.ref(account.company)} and a.kind = 'customer' and a.currency = ${currency} and a.user_id = ${sql.ref(account.user)}), 0)`;

/**
 * Amounts due by customer, positive and without amounts on hold: company_id, user_id, currency and
 * owed. `scope` is a condition on `ledger_account a`.
 */
export const debts = (scope: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select b.company_id, b.user_id, b.currency, b.owed - coalesce(w.amount, 0) as owed
  from (
    select a.company_id, a.user_id, a.currency, -sum(p.amount) as owed
    from ledger_account a join ledger_posting p on p.account_id = a.id
    where a.user_id is not null and ${scope} group by a.company_id, a.user_id, a.currency having sum(p.amount) < 0) b
  left join ${chargesOnHold} w using (company_id, user_id, currency) where b.owed > coalesce(w.amount, 0))`;

/**
 * The amount due from each of these customers to a company in a currency, positive and without
 * amounts on hold. Customers without an amount due are omitted.
 */
export async function debtsOf(
  ctx: Pick<Context, 'db'>,
  company: { id: string; currency: string },
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const scope = sql`a.company_id = ${company.id} and a.currency = ${company.currency} and a.user_id = any(${[...userIds]}::uuid[])`;
  const { rows } = await sql<{ userId: string; owed: string }>`
    select d.user_id as "userId", trim_scale(d.owed)::text as owed from ${debts(scope)} d`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ userId, owed }) => [userId, owed]));
}

/** Whether the customer has an amount due to the company. */
export async function hasAmountDue(
  ctx: Pick<Context, 'db'>,
  userId: string,
  companyId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${debts(sql`a.user_id = ${userId} and a.company_id = ${companyId}`)} d limit 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
}
