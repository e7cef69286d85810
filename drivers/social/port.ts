/** How a provider is spoken to: OpenID Connect, or one of those with ways of their own. */
export type ProviderKind = 'google' | 'microsoft' | 'linkedin' | 'facebook' | 'github' | 'oidc';

/** What the provider knows the portal by. */
export interface ProviderSettings {
  kind: ProviderKind;
  /** Its address, as the site set it; for a provider without OpenID Connect its home page. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * One sign-in at a provider. The portal stores none of it, and recreates the same values on return.
 */
export interface Journey {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What the provider's answer in the browser's address bar said. */
export interface Return {
  code: string;
  /** The provider's name in that answer (RFC 9207), where it gave one. */
  iss?: string;
}

/** The identity according to the provider. */
export interface SocialIdentity {
  /** Permanent and unique at this provider. Never an email address. */
  subject: string;
  email: string | null;
  /** The provider says that it has proved the address. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
  displayName: string;
}

export interface SocialDriver {
  /** Where the browser is to go. Throws `SocialFailure`. */
  begin(journey: Journey): Promise<URL>;
  /** Trades the code for who it is; the provider's word is verified. Throws `SocialFailure`. */
  finish(journey: Journey, back: Return): Promise<SocialIdentity>;
  /** Whether the provider answers and takes the portal's id and secret. Throws `SocialFailure`. */
  check(redirectUri: string): Promise<void>;
}

/**
 * `expired`: the code is expired, used, or issued to another client. `clientRefused`: the provider
 * rejects the portal's client ID or secret. `away`: no response. `addressRefused`: the URL leads to
 * a blocked address. `wrong`: the response failed verification.
 */
export type FailureKind = 'expired' | 'clientRefused' | 'away' | 'addressRefused' | 'wrong';

export class SocialFailure extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SocialFailure';
    this.kind = kind;
  }
}

export interface Asked {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | null;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Speaks HTTP for the drivers. Throws `SocialFailure` of kind `away` or `addressRefused`. */
export type Ask = (url: URL, request: Asked) => Promise<Answered>;
