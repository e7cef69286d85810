import { userError } from '../../../../../contract/errors/errors.ts';
import type { SocialIdentity } from '../../../../../drivers/social/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { readCookie } from '../../../../../server/platform/http/cookies.ts';
import { enforceRateLimit } from '../../../credentials/server/index.ts';
import { type Exchange, finishFirstStep } from '../../../identity/server/index.ts';
import { requireTrustedProvider } from '../linkedRights.ts';
import { findLinkedAccount, recordLinkUse } from '../links.ts';
import { driverOf, type Provider, usableProvider } from '../providers.ts';
import { requireNewIdentity } from '../rules.ts';
import { connect } from './connect.ts';
import { flowOf, toUserError } from './startSignIn.ts';
import { consumeStateToken, type Plan, readStateToken, stateMinutes } from './stateToken.ts';
import { sealVerifiedIdentity } from './verifiedIdentity.ts';

const rateLimit = { name: 'social', times: 60, windowSeconds: 900 };

export interface ProviderCallback {
  code: string;
  social: string;
  stateToken: string;
  iss?: string | undefined;
}

/**
 * Handles the return from the provider. The state is used up before the code is exchanged, so that
 * only one of several returns with it continues. Throws code 32 for a used state, or one of another
 * browser, site, or provider, 41 for an expired one, and the errors of `completeSignIn`.
 */
export async function handleCallback(ctx: Context, exchange: Exchange, callback: ProviderCallback) {
  await enforceRateLimit(ctx, rateLimit);
  const browser = readCookie(exchange.request, ctx.services.config, 'social');
  const { expiresAt, ...plan } = readStateToken(ctx, callback.stateToken, browser);
  if (plan.social !== callback.social || browser === undefined)
    throw userError('socialSessionExpired');
  if (plan.handler !== 'connect' && ctx.actor) throw userError('alreadyLoggedIn');
  const provider = await usableProvider(ctx, plan.social);
  await consumeStateToken(ctx, callback.stateToken, expiresAt);
  const identity = await identityOf(ctx, exchange, provider, plan, callback);
  if (plan.handler === 'connect') return await connect(ctx, provider, identity);
  return await completeSignIn(ctx, exchange, provider, identity, plan, browser);
}

async function identityOf(
  ctx: Context,
  exchange: Exchange,
  provider: Provider,
  plan: Plan,
  callback: ProviderCallback,
): Promise<SocialIdentity> {
  const flow = flowOf(ctx, exchange.request, plan, callback.stateToken);
  const callbackParams = {
    code: callback.code,
    ...(callback.iss === undefined ? {} : { iss: callback.iss }),
  };
  try {
    return await driverOf(ctx, provider).finish(flow, callbackParams);
  } catch (error) {
    throw toUserError(ctx, provider, error);
  }
}

/**
 * Signs in a connected account with all its protections. New users must confirm first. Throws 36
 * and the errors of `demandNewcomer`.
 */
async function completeSignIn(
  ctx: Context,
  exchange: Exchange,
  provider: Provider,
  identity: SocialIdentity,
  plan: Plan,
  browser: string,
) {
  const linked = await signInLinkedAccount(ctx, exchange, provider, identity);
  if (linked) return linked;
  await requireNewIdentity(ctx, identity, plan);
  const { subject, email, firstName, lastName, displayName } = identity;
  const verifiedIdentity = {
    ...plan,
    issuer: provider.issuer,
    clientId: provider.clientId,
    subject,
    firstName,
    lastName,
    displayName,
  };
  ctx.note({ targetType: 'socialProvider', targetId: provider.code, detail: { newcomer: email } });
  return {
    newAccount: {
      state: sealVerifiedIdentity(ctx, { ...verifiedIdentity, email: email ?? '' }, browser),
      ...{ socialId: subject, email: email ?? '', firstName, lastName },
      ...{ social: plan.social, page: plan.page, handler: plan.handler, title: provider.title },
      expiresInSeconds: stateMinutes * 60,
    },
  };
}

/**
 * Null if no account is connected. Throws code 36 if this sign-in method is disabled for the
 * account, `socialProviderNotTrusted`.
 */
export async function signInLinkedAccount(
  ctx: Context,
  exchange: Exchange,
  provider: Provider,
  identity: SocialIdentity,
) {
  const account = await findLinkedAccount(ctx, provider, identity.subject);
  if (!account) return null;
  ctx.note({ targetType: 'user', targetId: account.id, detail: { social: provider.code } });
  if (!account.allows_social_login) throw userError('socialUnavailable');
  await requireTrustedProvider(ctx, provider, account.id);
  await recordLinkUse(ctx, provider, identity);
  return await finishFirstStep(ctx, exchange, { userId: account.id, method: 'social' });
}
