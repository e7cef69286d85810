import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { consumeToken, enforceRateLimit } from '../../../credentials/server/index.ts';
import type { LoginAnswer } from '../../contract.ts';
import type { Exchange } from './exchange.ts';
import { finishFirstStep } from './firstStep.ts';

const rateLimit = { name: 'autoLogin', times: 60, windowSeconds: 900 };

/**
 * Signs in with a one-time token that was issued to a trusted site for one of its users. The
 * account lock, allowed addresses and second step still apply. Throws code 18.
 */
export async function autoLogin(
  ctx: Context,
  exchange: Exchange,
  token: string,
): Promise<LoginAnswer> {
  await enforceRateLimit(ctx, rateLimit);
  const consumed = await consumeToken(ctx, 'autoLogin', token);
  if (!consumed?.userId) throw userError('tokenInvalid');
  ctx.note({ targetType: 'user', targetId: consumed.userId, detail: consumed.detail });
  return await finishFirstStep(ctx, exchange, { userId: consumed.userId, method: 'autoLogin' });
}
