import { userError } from '../../../../contract/errors/errors.ts';
import type { SocialDriver } from '../../../../drivers/social/port.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { driverFor } from './drivers.ts';
import { issuerOf, kindOf } from './signIn/known.ts';
import { socialSecretTables } from './tables.ts';

/** A provider that a site has connected. */
export interface Provider {
  code: string;
  title: string;
  issuer: string;
  clientId: string;
  isEnabled: boolean;
  /** Whether the operator of the portal set the provider. */
  isTrusted: boolean;
  changedAt: Date;
  /** Sealed. */
  secret: Buffer;
}

const columns = [
  'code',
  'title',
  'issuer',
  'client_id',
  'client_secret',
  'is_enabled',
  'is_trusted',
  'changed_at',
] as const;

interface ProviderRow {
  code: string;
  title: string;
  issuer: string;
  client_id: string;
  client_secret: Buffer;
  is_enabled: boolean;
  is_trusted: boolean;
  changed_at: Date;
}

const providerOf = (row: ProviderRow): Provider => ({
  ...{ code: row.code, title: row.title, clientId: row.client_id, isEnabled: row.is_enabled },
  ...{ isTrusted: row.is_trusted, changedAt: row.changed_at },
  issuer:
    issuerOf(row.code) !== undefined && kindOf(row.code) !== 'microsoft'
      ? (issuerOf(row.code) ?? row.issuer)
      : row.issuer,
  secret: row.client_secret,
});

/** The providers of the context's site, in display order. */
export async function listProviders(ctx: Context): Promise<Provider[]> {
  const rows = await socialSecretTables(ctx)
    .selectFrom('social_provider')
    .select(columns)
    .where('site_id', '=', ctx.site.id)
    .orderBy('title')
    .orderBy('code')
    .execute();
  return rows.map(providerOf);
}

export async function findProvider(ctx: Context, code: string): Promise<Provider | undefined> {
  const row = await socialSecretTables(ctx)
    .selectFrom('social_provider')
    .select(columns)
    .where('site_id', '=', ctx.site.id)
    .where('code', '=', code)
    .executeTakeFirst();
  return row && providerOf(row);
}

/**
 * A provider that users can sign in with. Throws code 31 if the site doesn't have it, 36 if it is
 * disabled.
 */
export async function usableProvider(ctx: Context, code: string): Promise<Provider> {
  const provider = await findProvider(ctx, code);
  if (!provider) throw userError('socialOnlyListed', undefined, 'social');
  if (!provider.isEnabled) throw userError('socialUnavailable', undefined, 'social');
  return provider;
}

export const secretLocation = (siteId: string, code: string) => ({
  column: 'social_provider.client_secret',
  row: `${siteId} ${code}`,
});

export function driverOf(ctx: Context, provider: Provider): SocialDriver {
  const id = `${ctx.site.id} ${provider.code}`;
  return driverFor(ctx.services, id, {
    kind: kindOf(provider.code),
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: ctx.services.secrets.open(
      provider.secret,
      secretLocation(ctx.site.id, provider.code),
    ),
  });
}
