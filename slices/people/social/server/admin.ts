import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { eachLanguage, type Language, type LocalizedText } from '../../../../contract/languages.ts';
import { describeProblem } from '../../../../drivers/problem.ts';
import { type FailureKind, SocialFailure } from '../../../../drivers/social/port.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { enforceRateLimit } from '../../credentials/server/index.ts';
import { localize } from '../texts/localize.ts';
import { requireRightsOfLinked } from './linkedRights.ts';
import {
  driverOf,
  findProvider,
  listProviders,
  type Provider,
  secretLocation,
} from './providers.ts';
import { problemOf } from './providerUrls.ts';
import { issuerOf, kindOf, knownProviders, microsoftIssuer } from './signIn/known.ts';
import { returnPath } from './signIn/startSignIn.ts';
import { socialSecretTables, socialTables } from './tables.ts';

const maxProviders = 20;
const testRateLimit = { name: 'socialTest', times: 20, windowSeconds: 300 };

/**
 * All providers available to the site: the connected ones first, then those of the portal's own
 * list that aren't connected.
 */
export async function describeProviders(ctx: SignedInContext) {
  const own = await listProviders(ctx);
  const counts = await countAccounts(ctx);
  const others = Object.keys(knownProviders).filter(
    (code) => !own.some((provider) => provider.code === code),
  );
  const bases = ownHosts(ctx);
  const describeProvider = (code: string, provider: Provider | undefined) => ({
    social: code,
    title: provider?.title ?? knownProviders[code]?.title ?? code,
    kind: kindOf(code),
    issuer: provider?.issuer ?? issuerOf(code) ?? '',
    clientId: provider?.clientId ?? '',
    hasSecret: provider !== undefined,
    isEnabled: provider?.isEnabled ?? false,
    isConnected: provider !== undefined,
    accounts: counts.get(code) ?? 0,
    redirectAddresses: bases.flatMap((base) =>
      (['login', 'remote'] as const).map(
        (handler) => new URL(returnPath({ social: code, handler }), base).href,
      ),
    ),
    changedAt: provider?.changedAt.toISOString() ?? null,
  });
  return {
    items: [
      ...own.map((provider) => describeProvider(provider.code, provider)),
      ...others.map((code) => describeProvider(code, undefined)),
    ],
  };
}

/** The hostnames under which the site is used. */
function ownHosts(ctx: SignedInContext): string[] {
  const first = new URL(siteAddress(ctx));
  const others = ctx.site.hosts.slice(1).map((host) => {
    const base = new URL(first);
    base.hostname = host;
    return base.href;
  });
  return [first.href, ...others];
}

async function countAccounts(ctx: SignedInContext): Promise<Map<string, number>> {
  const { rows } = await sql<{ provider: string; count: number }>`
    select l.provider, count(*)::int as count from social_link l join user_account u on u.id = l.user_id
    where l.site_id = ${ctx.site.id} and u.deleted_at is null group by l.provider`.execute(
    portalDb(ctx, 'accounts that moved away are still connected'),
  );
  return new Map(rows.map(({ provider, count }) => [provider, count]));
}

export interface ProviderChange {
  title: string;
  issuer?: string | undefined;
  clientId: string;
  clientSecret?: string | undefined;
  isEnabled: boolean;
}

/**
 * Throws `socialIssuerRefused`, `socialSecretNeeded` (a stored secret is only sent to the
 * destination it was entered for), `socialProviderLimit`, `socialProviderAboveYou`.
 */
export async function writeProvider(
  ctx: SignedInContext,
  code: string,
  change: ProviderChange,
): Promise<{ done: true }> {
  const before = await findProvider(ctx, code);
  const issuer = checkIssuer(ctx, code, change.issuer ?? before?.issuer);
  const isDestinationChanged =
    before !== undefined && (before.issuer !== issuer || before.clientId !== change.clientId);
  if (change.clientSecret === undefined && (!before || isDestinationChanged))
    throw userError('socialSecretNeeded', undefined, 'clientSecret');
  if (!before && (await listProviders(ctx)).length >= maxProviders)
    throw userError('socialProviderLimit', { max: maxProviders });
  if (!before || isDestinationChanged) await requireRightsOfLinked(ctx, code);
  const { secrets } = ctx.services;
  const sealed =
    change.clientSecret === undefined
      ? before?.secret
      : secrets.seal(change.clientSecret, secretLocation(ctx.site.id, code));
  if (!sealed) throw userError('socialSecretNeeded', undefined, 'clientSecret');
  const row = {
    title: change.title,
    issuer,
    client_id: change.clientId,
    client_secret: sealed,
    is_enabled: change.isEnabled,
    // A provider that the operator set stays trusted as long as its destination is unchanged.
    is_trusted:
      hasPermission(ctx, 'portal.manage') ||
      (before !== undefined && !isDestinationChanged && before.isTrusted),
    changed_at: ctx.clock.now(),
  };
  await socialSecretTables(ctx)
    .insertInto('social_provider')
    .values({ site_id: ctx.site.id, code, ...row })
    .onConflict((conflict) => conflict.columns(['site_id', 'code']).doUpdateSet(row))
    .execute();
  ctx.note({
    targetType: 'socialProvider',
    targetId: code,
    before: before ? auditedValues(before) : null,
    after: {
      ...auditedValues({ ...change, issuer }),
      secret: change.clientSecret === undefined ? 'unchanged' : 'set anew',
    },
  });
  await announce(ctx.db, { topic: 'socialProvider', id: code, siteId: ctx.site.id });
  return { done: true };
}

const auditedValues = ({
  title,
  issuer,
  clientId,
  isEnabled,
}: Pick<Provider, 'title' | 'issuer' | 'clientId' | 'isEnabled'>) => ({
  ...{ title, issuer, clientId, isEnabled },
});

function checkIssuer(ctx: SignedInContext, code: string, input: string | undefined): string {
  const fixedIssuer = issuerOf(code);
  if (fixedIssuer !== undefined && kindOf(code) !== 'microsoft') return fixedIssuer;
  const issuer = input ?? fixedIssuer ?? '';
  const issuerError = (problem: LocalizedText) =>
    userError('socialIssuerRefused', { address: issuer, problem }, 'issuer');
  if (fixedIssuer !== undefined) {
    if (!microsoftIssuer.test(issuer)) throw issuerError(texts.microsoft);
    return issuer;
  }
  if (!URL.canParse(issuer)) throw issuerError(texts.noAddress);
  const url = new URL(issuer);
  if (url.search || url.hash) throw issuerError(texts.noAddress);
  const problem = problemOf(url, ctx.services.config.socialIssuers ?? []);
  if (problem !== null) throw issuerError(texts.notPublic);
  return issuer;
}

const texts = {
  noAddress: localize('noAddress'),
  notPublic: localize('notPublic'),
  microsoft: localize('microsoft'),
} satisfies Record<string, LocalizedText>;

/** Throws `notFound`. */
export async function removeProvider(ctx: SignedInContext, code: string): Promise<{ done: true }> {
  const before = await requireProvider(ctx, code);
  await socialTables(ctx)
    .deleteFrom('social_provider')
    .where('site_id', '=', ctx.site.id)
    .where('code', '=', code)
    .execute();
  ctx.note({
    targetType: 'socialProvider',
    targetId: code,
    before: auditedValues(before),
    after: null,
  });
  await announce(ctx.db, { topic: 'socialProvider', id: code, siteId: ctx.site.id });
  return { done: true };
}

async function requireProvider(ctx: SignedInContext, code: string): Promise<Provider> {
  const provider = await findProvider(ctx, code);
  if (!provider) throw userError('notFound', { what: 'provider', id: code });
  return provider;
}

const problems: Record<FailureKind, (detail: (language: Language) => string) => LocalizedText> = {
  expired: (detail) => eachLanguage(detail),
  clientRefused: (detail) => localize('admin.clientRejected', { detail }),
  away: (detail) => eachLanguage(detail),
  addressRefused: (detail) => localize('admin.addressRejected', { detail }),
  wrong: (detail) => localize('admin.unexpectedResponse', { detail }),
};

/** Throws `notFound`. */
export async function testProvider(
  ctx: SignedInContext,
  code: string,
): Promise<{ problem: string | null }> {
  const provider = await requireProvider(ctx, code);
  await enforceRateLimit(ctx, testRateLimit, ctx.actor.userId);
  ctx.note({ targetType: 'socialProvider', targetId: code });
  const redirect = new URL(returnPath({ social: code, handler: 'login' }), siteAddress(ctx));
  try {
    await driverOf(ctx, provider).check(redirect.href);
    return { problem: null };
  } catch (error) {
    if (!(error instanceof SocialFailure)) throw error;
    const detail = describeProblem(error.problem);
    return { problem: problems[error.kind]((language) => detail[language])[ctx.language] };
  }
}
