import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import type { Company } from '../../companies/server/index.ts';
import { type DepositDemand, depositDemand } from '../../ledger/server/index.ts';

type Demand = Omit<DepositDemand, 'isMet'>;

/** Returns the deposit requested from a customer of the company. Null if none is requested. */
export async function demandOf(
  ctx: Pick<Context, 'db'>,
  userId: string,
  companyId: string,
): Promise<Demand | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select deposit_demanded_at as since from user_account where id = ${userId} and billing_state = 9`.execute(
    ctx.db,
  );
  if (!rows[0]) return null;
  const { isMet: _isMet, ...demand } = await depositDemand(
    ctx,
    { userId, companyId },
    rows[0].since,
  );
  return demand;
}

/**
 * Returns the current minimum deposit: the company's minimum, or the amount missing from a
 * requested deposit.
 */
export async function leastDeposit(
  ctx: Pick<Context, 'db'>,
  userId: string,
  { id, minDeposit }: Pick<Company, 'id' | 'minDeposit'>,
): Promise<string> {
  const demand = await demandOf(ctx, userId, id);
  return demand && demand.left !== '0' ? demand.left : minDeposit;
}
