import * as oc from 'openid-client';
import type { HttpSend } from '../http/port.ts';
import { type Problem, problem, vendorProblem } from '../problem.ts';
import { lacksPkceAndNonce, type ProviderFlavor } from './flavors.ts';
import {
  type AuthorizationFlow,
  type ProviderSettings,
  type Return,
  type SocialDriver,
  SocialFailure,
  type SocialIdentity,
} from './port.ts';

/** How long a provider's configuration is cached, and how long a failure to load it. ms */
const cacheMs = 3_600_000;
const cacheFailureMs = 10_000;
/**
 * Symmetric and missing signatures prove nothing, because anyone, or the portal itself, could have
 * created them.
 */
const isAsymmetricAlgorithm = (algorithm: string): boolean =>
  /^(RS|PS|ES)(256|384|512)$|^(EdDSA|Ed25519)$/.test(algorithm);

/**
 * An OpenID Connect provider: authorization code flow with PKCE, state and nonce. Issuer, audience,
 * time and signature are verified.
 */
export class OidcDriver implements SocialDriver {
  readonly #settings: ProviderSettings;
  readonly #flavour: ProviderFlavor;
  readonly #ask: HttpSend;
  #known: { config: Promise<oc.Configuration>; until: number } | null = null;

  constructor(settings: ProviderSettings, flavor: ProviderFlavor, httpSend: HttpSend) {
    this.#settings = settings;
    this.#flavour = flavor;
    this.#ask = httpSend;
  }

  async begin(flow: AuthorizationFlow): Promise<URL> {
    const config = await this.#config();
    const { codeVerifier, nonce, redirectUri, state } = flow;
    const parameters: Record<string, string> = {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      ...this.#flavour.parameters,
    };
    if (lacksPkceAndNonce(this.#flavour)) return oc.buildAuthorizationUrl(config, parameters);
    const challenge = {
      code_challenge: await oc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    };
    return oc.buildAuthorizationUrl(config, { ...parameters, ...challenge, nonce });
  }

  async finish(flow: AuthorizationFlow, { code, iss }: Return): Promise<SocialIdentity> {
    const config = await this.#config();
    const returnUrl = new URL(flow.redirectUri);
    returnUrl.searchParams.set('code', code);
    returnUrl.searchParams.set('state', flow.state);
    // Each provider has its own redirect address, which identifies it even if the browser didn't
    // pass the name on.
    const { issuer, authorization_response_iss_parameter_supported: sendsIssuer } =
      config.serverMetadata();
    if (iss !== undefined) returnUrl.searchParams.set('iss', iss);
    else if (sendsIssuer) returnUrl.searchParams.set('iss', issuer);
    try {
      const tokens = await oc.authorizationCodeGrant(config, returnUrl, {
        expectedState: flow.state,
        idTokenExpected: true,
        ...(lacksPkceAndNonce(this.#flavour)
          ? {}
          : { pkceCodeVerifier: flow.codeVerifier, expectedNonce: flow.nonce }),
      });
      const claims = tokens.claims();
      if (!claims) throw new SocialFailure('wrong', problem('idTokenMissing'));
      if (typeof claims.email === 'string' || !config.serverMetadata().userinfo_endpoint)
        return this.#flavour.identity(claims);
      const more = await oc.fetchUserInfo(config, tokens.access_token, claims.sub);
      // The address and whether it's verified come from the same response.
      return this.#flavour.identity({ ...more, sub: claims.sub, tid: claims.tid });
    } catch (error) {
      throw failureOf(error);
    }
  }

  async check(redirectUri: string): Promise<void> {
    this.#known = null;
    const config = await this.#config();
    const returnUrl = new URL(redirectUri);
    returnUrl.searchParams.set('code', 'portal-test');
    const { issuer, authorization_response_iss_parameter_supported: sendsIssuer } =
      config.serverMetadata();
    if (sendsIssuer) returnUrl.searchParams.set('iss', issuer);
    const verifier = lacksPkceAndNonce(this.#flavour)
      ? {}
      : { pkceCodeVerifier: oc.randomPKCECodeVerifier() };
    try {
      await oc.authorizationCodeGrant(config, returnUrl, verifier);
    } catch (error) {
      const failure = failureOf(error);
      // The code is invalid, but the provider has accepted the client ID and secret.
      if (failure.kind !== 'expired') throw failure;
    }
  }

  #config(): Promise<oc.Configuration> {
    const now = performance.now();
    if (this.#known && this.#known.until > now) return this.#known.config;
    const cached = { config: this.#discover(), until: now + cacheMs };
    cached.config.catch(() => {
      cached.until = performance.now() + cacheFailureMs;
    });
    this.#known = cached;
    return cached.config;
  }

  async #discover(): Promise<oc.Configuration> {
    const { clientId, clientSecret, issuer } = this.#settings;
    const server = new URL(issuer);
    const isPlainHttp = server.protocol === 'http:';
    const algorithm = this.#flavour.algorithm;
    const client = {
      client_secret: clientSecret,
      ...(algorithm ? { id_token_signed_response_alg: algorithm } : {}),
    };
    const options = {
      [oc.customFetch]: fetchThrough(this.#ask),
      timeout: 15,
      execute: isPlainHttp ? [oc.allowInsecureRequests] : [],
    };
    try {
      const found = await oc.discovery(server, clientId, client, undefined, options);
      const config = algorithm ? found : configureAuthentication(found, clientId, clientSecret);
      config[oc.customFetch] = options[oc.customFetch];
      config.timeout = options.timeout;
      if (isPlainHttp) oc.allowInsecureRequests(config);
      oc.enableNonRepudiationChecks(config);
      requireWebAddress(config.serverMetadata().authorization_endpoint, isPlainHttp);
      return config;
    } catch (error) {
      throw failureOf(error);
    }
  }
}

/** The provider's configuration, without signature algorithms that prove nothing. */
function configureAuthentication(
  found: oc.Configuration,
  clientId: string,
  clientSecret: string,
): oc.Configuration {
  const server = found.serverMetadata();
  const algorithms = (server.id_token_signing_alg_values_supported ?? ['RS256']).filter(
    isAsymmetricAlgorithm,
  );
  if (algorithms.length === 0) throw new SocialFailure('wrong', problem('algorithmUnsafe'));
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const clientAuthentication = methods.includes('client_secret_post')
    ? oc.ClientSecretPost(clientSecret)
    : oc.ClientSecretBasic(clientSecret);
  const { supportsPKCE: _helper, ...metadata } = server;
  return new oc.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: algorithms },
    clientId,
    {},
    clientAuthentication,
  );
}

/** The browser is redirected there, so only web URLs are allowed. */
function requireWebAddress(address: string | undefined, isPlainHttp: boolean): void {
  const protocol = address !== undefined && URL.canParse(address) ? new URL(address).protocol : '';
  if (protocol !== 'https:' && !(isPlainHttp && protocol === 'http:'))
    throw new SocialFailure('wrong', problem('authorizationUrlMissing'));
}

const fetchThrough =
  (httpSend: HttpSend): oc.CustomFetch =>
  async (address, { body, headers, method }) => {
    const answer = await httpSend({
      address,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body === undefined || body === null ? null : String(body),
    });
    const hasBody = answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? answer.text : null, {
      status: answer.status,
      headers: answer.headers,
    });
  };

function failureOf(error: unknown): SocialFailure {
  for (
    let cause = error, depth = 0;
    cause instanceof Error && depth < 5;
    cause = cause.cause, depth++
  ) {
    if (cause instanceof SocialFailure) return cause;
  }
  if (error instanceof oc.ResponseBodyError) {
    const kind =
      error.error === 'invalid_grant'
        ? 'expired'
        : /client/.test(error.error)
          ? 'clientRefused'
          : 'wrong';
    return new SocialFailure(kind, problem('answeredCode', { code: error.error }), {
      cause: error,
    });
  }
  return new SocialFailure('wrong', rootCause(error), { cause: error });
}

/** The library wraps the cause in a generic message. */
function rootCause(error: unknown): Problem {
  let message = String(error);
  for (
    let cause = error, depth = 0;
    cause instanceof Error && depth < 5;
    cause = cause.cause, depth++
  )
    message = cause.message;
  return vendorProblem(message) ?? problem('otherAnswer');
}
