import type { FastifyRequest } from 'fastify';
import { userError } from '../../../../../contract/errors/errors.ts';
import { eachLanguage } from '../../../../../contract/languages.ts';
import { type AuthorizationFlow, SocialFailure } from '../../../../../drivers/social/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { readCookie, setCookie } from '../../../../../server/platform/http/cookies.ts';
import { siteAddress } from '../../../../../server/platform/mail/siteAddress.ts';
import { newToken } from '../../../../../server/platform/secrets/secrets.ts';
import { requireRecentAuthentication } from '../../../../../server/platform/session/recentAuthentication.ts';
import { hostnameOf } from '../../../../../server/platform/sites/sites.ts';
import type { Exchange } from '../../../identity/server/index.ts';
import { driverOf, listProviders, type Provider, usableProvider } from '../providers.ts';
import { newStateToken, type Plan, secretsOf, stateMinutes } from './stateToken.ts';

/**
 * Starts a sign-in at the site's only provider. Throws code 36 if the site has none, 31 if it has
 * several.
 */
export async function startWithOnlyProvider(ctx: Context, exchange: Exchange) {
  const [provider, ...others] = (await listProviders(ctx)).filter(({ isEnabled }) => isEnabled);
  if (!provider) throw userError('socialUnavailable');
  if (others.length > 0) throw userError('socialOnlyListed', undefined, 'social');
  return await startWithProvider(ctx, exchange, provider, {
    social: provider.code,
    page: 'login',
    handler: 'login',
  });
}

/**
 * Starts a sign-in at a provider. Throws codes 31, 36. When connecting a provider, also throws
 * 20 if not signed in, and `proofNeeded`.
 */
export async function startSignIn(ctx: Context, exchange: Exchange, plan: Plan) {
  if (plan.handler === 'connect') await requireOwner(ctx);
  return await startWithProvider(ctx, exchange, await usableProvider(ctx, plan.social), plan);
}

async function requireOwner(ctx: Context): Promise<void> {
  if (!ctx.actor) throw userError('notLoggedIn');
  if (ctx.actor.session?.operator) throw userError('protectionByOwner');
  await requireRecentAuthentication(ctx, 'socialStateFor', {
    title: eachLanguage(() => ''),
    method: 'GET',
    path: '',
    summary: '',
    access: 'signedIn',
    changes: false,
    proof: true,
  });
}

async function startWithProvider(ctx: Context, exchange: Exchange, provider: Provider, plan: Plan) {
  const browser = browserOf(ctx, exchange);
  const stateToken = newStateToken(ctx, plan, browser);
  const flow = flowOf(ctx, exchange.request, plan, stateToken);
  try {
    const address = await driverOf(ctx, provider).begin(flow);
    return { stateToken, address: address.href, expiresInSeconds: stateMinutes * 60 };
  } catch (error) {
    throw toUserError(ctx, provider, error);
  }
}

/** The value that identifies this browser, from its cookie. A new one is set if there is none. */
function browserOf(ctx: Context, { request, reply }: Exchange): string {
  const cookieValue = readCookie(request, ctx.services.config, 'social');
  if (cookieValue !== undefined && cookieValue.length >= 43) return cookieValue;
  const value = newToken();
  setCookie(reply, ctx.services.config, 'social', value);
  return value;
}

export function flowOf(
  ctx: Context,
  request: FastifyRequest,
  plan: Plan,
  state: string,
): AuthorizationFlow {
  return {
    state,
    redirectUri: ownAddress(ctx, request, returnPath(plan)),
    ...secretsOf(ctx, state),
  };
}

export const returnPath = ({ handler, social }: Pick<Plan, 'handler' | 'social'>): string =>
  handler === 'remote' ? `/remoteSocial/socialProcess/${social}` : `/socialProcess/${social}`;

/**
 * The portal's URL in the user's browser, so that it returns with its cookies: the current host, if
 * it belongs to the site.
 */
function ownAddress(ctx: Context, request: FastifyRequest, path: string): string {
  const address = new URL(path, siteAddress(ctx));
  const host = hostnameOf(request.host);
  if (ctx.site.hosts.some((own) => own.toLowerCase() === host)) address.hostname = host;
  else if (ctx.site.hosts.length === 0 && ctx.services.config.publicUrl === undefined)
    address.host = request.host;
  return address.href;
}

/**
 * Returns code 36 (not available) for a provider failure, and 32 (sign-in expired) for a code that
 * the provider rejects. The cause is logged.
 */
export function toUserError(ctx: Context, provider: Provider, error: unknown): unknown {
  if (!(error instanceof SocialFailure)) return error;
  ctx.log.warn(
    { provider: provider.code, kind: error.kind, problem: error.message },
    'A sign-in provider failed',
  );
  return userError(
    error.kind === 'expired' ? 'socialSessionExpired' : 'socialUnavailable',
    undefined,
    'social',
  );
}
