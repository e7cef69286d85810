import { userError } from '../../../../../contract/errors/errors.ts';
import { emailKey } from '../../../../../contract/fields/email.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import { readCookie } from '../../../../../server/platform/http/cookies.ts';
import { consumeProof, enforceRateLimit } from '../../../credentials/server/index.ts';
import { type Exchange, finishFirstStep } from '../../../identity/server/index.ts';
import { deleteUnverifiedUser } from '../../../users/server/index.ts';
import { makeAccount } from '../accounts.ts';
import { addLink, findLinkedAccount } from '../links.ts';
import { type Provider, usableProvider } from '../providers.ts';
import { requireNewIdentity } from '../rules.ts';
import { signInLinkedAccount } from './handleCallback.ts';
import type { Plan } from './stateToken.ts';
import { unsealIdentity } from './verifiedIdentity.ts';

const rateLimit = { name: 'socialCreate', times: 30, windowSeconds: 3600 };

export interface Confirmation extends Plan {
  socialId: string;
  email: string;
  firstName: string;
  lastName: string;
  state: string;
}

/**
 * Creates the account confirmed by a new user and signs them in. Only the names are accepted from
 * the caller. The identity and verified address come from the sealed, single-use data of the
 * server. Throws code 35 if the rest differs from the sealed data.
 */
export async function confirmNewAccount(ctx: Context, exchange: Exchange, input: Confirmation) {
  const browser = readCookie(exchange.request, ctx.services.config, 'social');
  const { expiresAt, identity, proof, proved } = unsealIdentity(ctx, input.state, browser);
  const matchesProof =
    input.socialId === proved.subject &&
    emailKey(input.email) === emailKey(proved.email) &&
    input.social === proved.social &&
    input.page === proved.page &&
    input.handler === proved.handler;
  if (!matchesProof) throw userError('socialUpdateFailed');
  await enforceRateLimit(ctx, rateLimit);
  const provider = await usableProvider(ctx, proved.social);
  if (provider.issuer !== proved.issuer || provider.clientId !== proved.clientId)
    throw userError('socialSessionExpired');
  const newIdentity = { ...identity, firstName: input.firstName, lastName: input.lastName };
  const userId = await ctx.db.transaction().execute(async (transaction) => {
    const inner = withDb(ctx, transaction);
    if (!(await consumeProof(inner, proof, expiresAt))) throw userError('socialSessionExpired');
    return await makeConnected(inner, provider, newIdentity, input);
  });
  if (userId !== null) return await finishFirstStep(ctx, exchange, { userId, method: 'social' });
  const answer = await signInLinkedAccount(ctx, exchange, provider, identity);
  if (!answer) throw userError('socialSessionExpired');
  return answer;
}

type VerifiedIdentity = ReturnType<typeof unsealIdentity>['identity'];

/**
 * Null if the identity was connected in the meantime, in another tab. In that case, the user is
 * only signed in.
 */
async function makeConnected(
  ctx: Context,
  provider: Provider,
  identity: VerifiedIdentity,
  plan: Plan,
): Promise<string | null> {
  if (await findLinkedAccount(ctx, provider, identity.subject)) return null;
  const { ending } = await requireNewIdentity(ctx, identity, plan);
  if (ending !== null) {
    await deleteUnverifiedUser(ctx, ending);
    ctx.note({
      targetType: 'user',
      targetId: ending,
      detail: { ended: 'its address was proved by somebody else' },
    });
  }
  const email = identity.email ?? '';
  const userId = await makeAccount(ctx, {
    email,
    firstName: identity.firstName,
    lastName: identity.lastName,
  });
  if (userId === null) throw userError('socialUsePassword');
  if (!(await addLink(ctx, userId, provider, identity))) throw userError('socialIdTaken');
  ctx.note({ targetType: 'user', targetId: userId, after: { email, social: provider.code } });
  return userId;
}
