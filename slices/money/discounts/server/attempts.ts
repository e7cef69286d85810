import type { SignedInContext } from '../../../../server/platform/context.ts';
import { enforceRateLimit, type RateLimit } from '../../../people/credentials/server/index.ts';

/** Attempts per account and hour: more than any user needs, but too few for guessing. */
const accountLimit: RateLimit = { name: 'promoOfAccount', times: 10, windowSeconds: 3600 };
/** Also limits many accounts that share an IP address. */
const addressLimit: RateLimit = { name: 'promoOfAddress', times: 100, windowSeconds: 3600 };

/**
 * Counts an attempt to redeem a code, valid or not, and rejects attempts above the limit, even for
 * valid codes. Call this before the redeeming transaction, whose rollback would undo the count.
 * Throws `slowDown` with the time of the next attempt.
 */
export async function countAttempt(ctx: SignedInContext): Promise<void> {
  await enforceRateLimit(ctx, addressLimit);
  await enforceRateLimit(ctx, accountLimit, ctx.actor.userId);
}
