import type { ProviderKind } from '../../../../../drivers/social/port.ts';

/** A provider of the portal's own list. */
interface Known {
  kind: ProviderKind;
  title: string;
  issuer: string;
}

export const knownProviders: Readonly<Record<string, Known>> = {
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

const known = (code: string): Known | undefined =>
  Object.hasOwn(knownProviders, code) ? knownProviders[code] : undefined;

/** Every other name is a provider of OpenID Connect that the site chose itself. */
export const kindOf = (code: string): ProviderKind => known(code)?.kind ?? 'oidc';

/** The address a known provider has; undefined for one the site chose. */
export const issuerOf = (code: string): string | undefined => known(code)?.issuer;

/** `common`: any tenant and private accounts. */
export const microsoftIssuer =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers|[0-9a-f-]{36})\/v2\.0$/;

/**
 * Whether the site decides who vouches for people: a provider under an address of its own choice,
 * or one tenant of Microsoft's.
 */
export const isChosenBySite = ({ code, issuer }: { code: string; issuer: string }): boolean =>
  kindOf(code) === 'oidc' ||
  (kindOf(code) === 'microsoft' && !/\/(common|organizations|consumers)\/v2\.0$/.test(issuer));

/**
 * The key of an identity among the connections. For providers configured by a site it includes the
 * provider's URL, so that another provider with the same name doesn't match.
 */
export const subjectKey = (provider: { code: string; issuer: string }, subject: string): string =>
  kindOf(provider.code) === 'oidc' ? `${provider.issuer} ${subject}` : subject;
