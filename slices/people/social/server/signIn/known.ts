import type { ProviderKind } from '../../../../../drivers/social/port.ts';

/** A provider of the portal's own list. */
interface KnownProvider {
  kind: ProviderKind;
  title: string;
  issuer: string;
}

export const knownProviders: Readonly<Record<string, KnownProvider>> = {
  google: { kind: 'google', title: 'Google', issuer: 'https://accounts.google.com' },
  microsoft: {
    kind: 'microsoft',
    title: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
  },
  facebook: { kind: 'facebook', title: 'Facebook', issuer: 'https://www.facebook.com' },
  github: { kind: 'github', title: 'GitHub', issuer: 'https://github.com' },
  linkedin: { kind: 'linkedin', title: 'LinkedIn', issuer: 'https://www.linkedin.com/oauth' },
};

const findProvider = (code: string): KnownProvider | undefined =>
  Object.hasOwn(knownProviders, code) ? knownProviders[code] : undefined;

/** All other names are OpenID Connect providers chosen by the site. */
export const kindOf = (code: string): ProviderKind => findProvider(code)?.kind ?? 'oidc';

/** The URL of a known provider. Undefined for a provider chosen by the site. */
export const issuerOf = (code: string): string | undefined => findProvider(code)?.issuer;

/** `common`: any tenant, and personal accounts. */
export const microsoftIssuer =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers|[0-9a-f-]{36})\/v2\.0$/;

/**
 * Whether the site chose who verifies identities: a provider at a URL of the site's choice, or a
 * specific Microsoft tenant.
 */
export const isChosenBySite = ({ code, issuer }: { code: string; issuer: string }): boolean =>
  kindOf(code) === 'oidc' ||
  (kindOf(code) === 'microsoft' && !/\/(common|organizations|consumers)\/v2\.0$/.test(issuer));

/**
 * The key of an identity in the stored connections. For providers chosen by a site it includes the
 * provider's URL, so that another provider with the same name doesn't match.
 */
export const subjectKey = (provider: { code: string; issuer: string }, subject: string): string =>
  kindOf(provider.code) === 'oidc' ? `${provider.issuer} ${subject}` : subject;
