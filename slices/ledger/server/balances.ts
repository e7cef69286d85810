import { sql } from 'kysely';
import type { Context } from '../../../server/platform/context.ts';

export interface Balance {
  amount: string;
  currency: string;
}

/** What a customer has left (above zero) or owes (below), in every currency there was something in: sums of postings. */
export async function balancesOf(ctx: Pick<Context, 'db'>, userId: string, companyId: string): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select a.currency, trim_scale(coalesce(sum(p.amount), 0)) as amount
    from ledger_account a left join ledger_posting p on p.account_id = a.id
    where a.user_id = ${userId} and a.company_id = ${companyId} group by a.currency order by a.currency`.execute(ctx.db);
  return rows;
}

/** What each of these customers owes a company in a currency, above zero; who owes nothing is left out. */
export async function debtsOf(
  ctx: Pick<Context, 'db'>,
  company: { id: string; currency: string },
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ userId: string; owed: string }>`
    select a.user_id as "userId", trim_scale(-sum(p.amount)) as owed
    from ledger_account a join ledger_posting p on p.account_id = a.id
    where a.company_id = ${company.id} and a.currency = ${company.currency} and a.user_id = any(${[...userIds]}::uuid[])
    group by a.user_id having sum(p.amount) < 0`.execute(ctx.db);
  return new Map(rows.map(({ userId, owed }) => [userId, owed]));
}
