import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import type { Company } from '../../companies/server/index.ts';
import { type DepositRequest, readDepositRequest } from '../../ledger/server/index.ts';

type DepositRequestStatus = Omit<DepositRequest, 'isMet'>;

/** Returns the deposit requested from a customer of the company. Null if none is requested. */
export async function findDepositRequest(
  ctx: Pick<Context, 'db'>,
  userId: string,
  companyId: string,
): Promise<DepositRequestStatus | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select deposit_demanded_at as since from user_account where id = ${userId} and billing_state = 9`.execute(
    ctx.db,
  );
  if (!rows[0]) return null;
  const { isMet: _isMet, ...depositRequest } = await readDepositRequest(
    ctx,
    { userId, companyId },
    rows[0].since,
  );
  return depositRequest;
}

/**
 * Returns the current minimum deposit: the company's minimum, or the amount missing from a
 * requested deposit.
 */
export async function minimumDeposit(
  ctx: Pick<Context, 'db'>,
  userId: string,
  { id, minDeposit }: Pick<Company, 'id' | 'minDeposit'>,
): Promise<string> {
  const depositRequest = await findDepositRequest(ctx, userId, id);
  return depositRequest && depositRequest.left !== '0' ? depositRequest.left : minDeposit;
}
