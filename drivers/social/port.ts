import { DriverError, type Problem } from '../problem.ts';

/** How a provider works: OpenID Connect, or its own protocol. */
export type ProviderKind = 'google' | 'microsoft' | 'linkedin' | 'facebook' | 'github' | 'oidc';

/** The portal's registration at the provider. */
export interface ProviderSettings {
  kind: ProviderKind;
  /**
   * The issuer URL configured for the site. For a provider without OpenID Connect, its home page.
   */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * One sign-in at a provider. The portal stores none of it, and recreates the same values on return.
 */
export interface AuthorizationFlow {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The provider's response in the browser's address bar. */
export interface Return {
  code: string;
  /** The provider's issuer in that response (RFC 9207), if given. */
  iss?: string;
}

/** The identity according to the provider. */
export interface SocialIdentity {
  /** Permanent and unique at this provider. Never an email address. */
  subject: string;
  email: string | null;
  /** Whether the provider states that it has verified the address. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
  displayName: string;
}

export interface SocialDriver {
  /** The URL to redirect the browser to. Throws `SocialFailure`. */
  begin(journey: AuthorizationFlow): Promise<URL>;
  /**
   * Exchanges the code for the user's identity and verifies the provider's response. Throws
   * `SocialFailure`.
   */
  finish(journey: AuthorizationFlow, back: Return): Promise<SocialIdentity>;
  /**
   * Checks that the provider responds and accepts the portal's client ID and secret. Throws
   * `SocialFailure`.
   */
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
