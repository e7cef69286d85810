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
