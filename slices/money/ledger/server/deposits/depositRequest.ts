import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { refundedAmount } from '../refundedAmount.ts';

/** The fulfilled part of a deposit request, in the company's currency. */
export interface DepositRequest {
  /** The company's minimum deposit. 0: any payment fulfills the request. */
  amount: string;
  /** Payments since the request, minus refunds and disputes. */
  paid: string;
  left: string;
  currency: string;
  isMet: boolean;
}

/**
 * Several payments can fulfill the request together. Earlier payments don't count. Without a start
 * time, all payments count.
 */
export async function readDepositRequest(
  ctx: Pick<Context, 'db'>,
  customer: { userId: string; companyId: string },
  since: Date | null,
): Promise<DepositRequest> {
  const { rows } = await sql<DepositRequest>`
    select trim_scale(c.min_deposit)::text as amount, trim_scale(d.paid)::text as paid, trim_scale(greatest(0, c.min_deposit - d.paid))::text as left,
      c.currency, case when c.min_deposit = 0 then d.came else d.paid >= c.min_deposit end as "isMet"
    from company c cross join lateral (
      select coalesce(sum(t.amount - back.total) filter (where t.currency = c.currency), 0) as paid,
        coalesce(bool_or(t.amount > back.total), false) as came
      from ledger_transaction t
      cross join lateral (select ${refundedAmount} as total from ledger_transaction given where given.refunds = t.id) back
      where t.company_id = c.id and t.user_id = ${customer.userId} and t.kind = 'deposit' and t.at >= coalesce(${since}::timestamptz, '-infinity')
    ) d where c.id = ${customer.companyId}`.execute(ctx.db);
  if (!rows[0]) throw new Error(`There is no company ${customer.companyId}.`);
  return rows[0];
}
