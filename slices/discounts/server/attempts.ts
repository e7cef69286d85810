import type { SignedInContext } from '../../../server/platform/context.ts';
import { keepPace, type Pace } from '../../credentials/server/index.ts';

/** So many codes are tried in an hour: nobody has more to type, and whoever guesses gets nowhere. */
const ofAccount: Pace = { name: 'promoOfAccount', times: 10, windowSeconds: 3600 };
/** Many accounts of one address do not guess together either. */
const ofAddress: Pace = { name: 'promoOfAddress', times: 100, windowSeconds: 3600 };

/**
 * Counts a code that somebody tries, right or wrong, and refuses one too many, also a right one. Before the transaction that redeems it:
 * a refusal would take the count back. Throws `slowDown`, which says when to try again.
 */
export async function countAttempt(ctx: SignedInContext): Promise<void> {
  await keepPace(ctx, ofAddress);
  await keepPace(ctx, ofAccount, ctx.actor.userId);
}
