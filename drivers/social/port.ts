import { DriverError, type Problem } from '../problem.ts';

/** How a provider works: OpenID Connect, or its own protocol. */
export type ProviderKind = 'google' | 'microsoft' | 'linkedin' | 'facebook' | 'github' | 'oidc';

/** The portal's registration at the provider. */
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

/** The provider's response in the browser's address bar. */
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

export class SocialFailure extends DriverError {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, problem: Problem, options?: { cause?: unknown }) {
    super(problem, options);
    this.name = 'SocialFailure';
    this.kind = kind;
  }
}
