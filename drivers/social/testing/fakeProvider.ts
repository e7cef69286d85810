import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeIdentity {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  [claim: string]: unknown;
}

/** A defect in the provider's response. */
export type Defect =
  | 'issuer'
  | 'audience'
  | 'nonce'
  | 'expired'
  | 'unsigned'
  | 'secretSigned'
  | 'otherKey'
  | 'noSubject';

interface Grant {
  person: FakeIdentity;
  redirectUri: string;
  challenge: string | null;
  nonce: string | null;
}

const encodeJson = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * An OpenID Connect provider that can be configured to return invalid responses. Redirects back
 * immediately, without a page.
 */
export class FakeProvider {
  readonly clientId = 'portal';
  readonly clientSecret = 'a secret & more';
  defect: Defect | null = null;
  /** Received calls, by path. */
  readonly asked: string[] = [];
  /** Redirects its own endpoints to other URLs, to test whether clients follow. */
  elsewhere: Partial<
    Record<'token_endpoint' | 'authorization_endpoint' | 'jwks_uri' | 'userinfo_endpoint', string>
  > = {};
  /** Returns the email claims only from the user info endpoint. */
  isEmailAtUserInfo = false;
  issuer = '';
  /** The user who signs in when a real browser opens its page. Null: the user cancels. */
  visitor: FakeIdentity | null = null;
  readonly #key = newKey();
  readonly #otherKey = newKey();
  readonly #grants = new Map<string, Grant>();
  readonly #tokens = new Map<string, FakeIdentity>();
  #server: http.Server | null = null;

  static async start(): Promise<FakeProvider> {
    const provider = new FakeProvider();
    const server = http.createServer((request, response) => provider.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    provider.#server = server;
    provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return provider;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /**
   * Acts as the user who signs in on the page. Returns the query parameters of the redirect back.
   */
  signIn(
    address: string,
    identity: FakeIdentity,
  ): { code: string; state: string; iss: string; redirectUri: string } {
    const query = new URL(address).searchParams;
    const code = randomUUID();
    this.#grants.set(code, {
      person: identity,
      redirectUri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge'),
      nonce: query.get('nonce'),
    });
    return {
      code,
      state: query.get('state') ?? '',
      iss: this.issuer,
      redirectUri: query.get('redirect_uri') ?? '',
    };
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer);
    this.asked.push(pathname);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration')
      return void send(200, this.#description());
    if (pathname === '/jwks')
      return void send(200, {
        keys: [
          { ...this.#key.publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: 'RS256' },
        ],
      });
    if (pathname === '/userinfo') {
      const identity = this.#tokens.get(
        (request.headers.authorization ?? '').replace(/^bearer /i, ''),
      );
      return void (identity ? send(200, identity) : send(401, {}));
    }
    if (pathname === '/authorize')
      return void response
        .writeHead(302, { location: this.#sentBack(new URL(request.url ?? '', this.issuer).href) })
        .end();
    if (pathname === '/moved')
      return void response.writeHead(302, { location: `${this.issuer}/jwks` }).end();
    if (pathname !== '/token') return void send(404, {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [status, body] = this.#trade(new URLSearchParams(Buffer.concat(chunks).toString()));
    send(status, body);
  }

  #sentBack(address: string): string {
    const query = new URL(address).searchParams;
    const returnUrl = new URL(query.get('redirect_uri') ?? '');
    const answer = this.visitor
      ? this.signIn(address, this.visitor)
      : { error: 'access_denied', state: query.get('state') ?? '' };
    for (const [name, value] of Object.entries(answer))
      if (name !== 'redirectUri') returnUrl.searchParams.set(name, value);
    return returnUrl.href;
  }

  #description(): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      ...this.elsewhere,
    };
  }

  #trade(form: URLSearchParams): [status: number, body: unknown] {
    if (form.get('client_id') !== this.clientId || form.get('client_secret') !== this.clientSecret)
      return [401, { error: 'invalid_client' }];
    const code = form.get('code') ?? '';
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid =
      grant &&
      grant.redirectUri === form.get('redirect_uri') &&
      (grant.challenge === null || grant.challenge === verifier);
    if (!isValid) return [400, { error: 'invalid_grant' }];
    const accessToken = randomUUID();
    this.#tokens.set(accessToken, grant.person);
    return [
      200,
      {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: 60,
        id_token: this.#idToken(grant),
      },
    ];
  }

  #idToken({ nonce, person }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const isDefect = (defect: Defect): boolean => this.defect === defect;
    const userInfo = this.isEmailAtUserInfo ? { sub: person.sub } : person;
    const claims: Record<string, unknown> = {
      ...userInfo,
      iss: isDefect('issuer') ? 'https://somebody.else.test' : this.issuer,
      aud: isDefect('audience') ? 'another-portal' : this.clientId,
      iat: isDefect('expired') ? now - 7200 : now,
      exp: isDefect('expired') ? now - 3600 : now + 300,
      ...(nonce === null ? {} : { nonce: isDefect('nonce') ? 'of another journey' : nonce }),
    };
    if (isDefect('noSubject')) delete claims.sub;
    const algorithm = isDefect('unsigned') ? 'none' : isDefect('secretSigned') ? 'HS256' : 'RS256';
    const content = `${encodeJson({ alg: algorithm, kid: '1', typ: 'JWT' })}.${encodeJson(claims)}`;
    if (algorithm === 'none') return `${content}.`;
    if (algorithm === 'HS256')
      return `${content}.${createHmac('sha256', this.clientSecret).update(content).digest('base64url')}`;
    const { privateKey } = isDefect('otherKey') ? this.#otherKey : this.#key;
    return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
  }
}
