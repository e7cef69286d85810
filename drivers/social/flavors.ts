import { problem } from '../problem.ts';
import type { ProviderKind, SocialIdentity } from './port.ts';
import { SocialFailure } from './port.ts';

export type Claims = Readonly<Record<string, unknown>> & { sub: string };

/** The differences of an OpenID Connect provider from the standard. */
export interface ProviderFlavor {
  /** Additional parameters of the authorization request. */
  parameters: Record<string, string>;
  /** The only signing algorithm accepted. Undefined: those in the provider's configuration. */
  algorithm?: string;
  /**
   * The provider supports neither PKCE (with a secret) nor a nonce, so only the state protects the
   * sign-in.
   */
  isWithoutProofs?: boolean;
  identity(claims: Claims): SocialIdentity;
}

export const lacksPkceAndNonce = (flavor: ProviderFlavor): boolean =>
  flavor.isWithoutProofs === true;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.normalize('NFC').trim().slice(0, 200) : '';

const plainIdentity = (claims: Claims): SocialIdentity => {
  const email = textOf(claims.email);
  return {
    subject: claims.sub,
    email: email === '' ? null : email,
    // Some providers send it as text.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    firstName: textOf(claims.given_name),
    lastName: textOf(claims.family_name),
    displayName: textOf(claims.name) || textOf(claims.preferred_username),
  };
};

/** The tenant of personal Microsoft accounts. */
const privateTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

/**
 * Any tenant can sign in, so users are identified by tenant and subject together. A tenant's
 * administrator can set any email address on an account, so an address counts as verified only when
 * Microsoft confirms that the domain owner was verified (optional claim `xms_edov`).
 */
function microsoftIdentity(claims: Claims): SocialIdentity {
  const tenant = textOf(claims.tid);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tenant))
    throw new SocialFailure('wrong', problem('tenantMissing'));
  const isDomainVerified =
    claims.xms_edov === true ||
    claims.xms_edov === 1 ||
    claims.xms_edov === '1' ||
    claims.xms_edov === 'true';
  return {
    ...plainIdentity(claims),
    subject: `${tenant.toLowerCase()}/${claims.sub}`,
    isEmailVerified: isDomainVerified || tenant.toLowerCase() === privateTenant,
  };
}

export const flavors: Record<Exclude<ProviderKind, 'facebook' | 'github'>, ProviderFlavor> = {
  google: { parameters: { prompt: 'select_account' }, algorithm: 'RS256', identity: plainIdentity },
  microsoft: {
    parameters: { prompt: 'select_account' },
    algorithm: 'RS256',
    identity: microsoftIdentity,
  },
  linkedin: { parameters: {}, algorithm: 'RS256', isWithoutProofs: true, identity: plainIdentity },
  oidc: { parameters: {}, identity: plainIdentity },
};
