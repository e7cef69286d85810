import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { HttpSend } from '../http/port.ts';
import { problem, statusProblem } from '../problem.ts';
import {
  type AuthorizationFlow,
  type ProviderSettings,
  type Return,
  type SocialDriver,
  SocialFailure,
  type SocialIdentity,
} from './port.ts';

/** A provider that supports only OAuth 2.0: the portal requests the user's identity itself. */
export interface OAuth2Provider {
  authorizationAddress: string;
  tokenAddress: string;
  scope: string;
  /** The provider's error for a code that is expired, used or issued to another client. */
  isCodeRefused(answer: unknown): boolean;
  identity(ask: HttpSend, accessToken: string, settings: ProviderSettings): Promise<SocialIdentity>;
}

const tokenAnswer = z.object({ access_token: z.string().min(1) });

export class OAuth2Driver implements SocialDriver {
  readonly #settings: ProviderSettings;
  readonly #provider: OAuth2Provider;
  readonly #ask: HttpSend;

  constructor(settings: ProviderSettings, provider: OAuth2Provider, httpSend: HttpSend) {
    this.#settings = settings;
    this.#provider = provider;
    this.#ask = httpSend;
  }

  async begin({ codeVerifier, redirectUri, state }: AuthorizationFlow): Promise<URL> {
    const url = new URL(this.#provider.authorizationAddress);
    url.search = new URLSearchParams({
      client_id: this.#settings.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: this.#provider.scope,
      state,
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString();
    return url;
  }

  async finish(
    { codeVerifier, redirectUri }: AuthorizationFlow,
    { code }: Return,
  ): Promise<SocialIdentity> {
    const accessToken = await this.#trade(code, codeVerifier, redirectUri);
    return await this.#provider.identity(this.#ask, accessToken, this.#settings);
  }

  async check(redirectUri: string): Promise<void> {
    try {
      await this.#trade('portal-test', 'a'.repeat(43), redirectUri);
    } catch (error) {
      if (!(error instanceof SocialFailure) || error.kind !== 'expired') throw error;
    }
  }

  async #trade(code: string, codeVerifier: string, redirectUri: string): Promise<string> {
    const { clientId, clientSecret } = this.#settings;
    const answer = await this.#ask({
      method: 'POST',
      address: this.#provider.tokenAddress,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
      }).toString(),
    });
    const content = readJson(answer.text);
    const parsed = tokenAnswer.safeParse(content);
    if (answer.status === 200 && parsed.success) return parsed.data.access_token;
    if (answer.status >= 500) throw new SocialFailure('away', statusProblem(answer.status, ''));
    if (this.#provider.isCodeRefused(content))
      throw new SocialFailure('expired', problem('codeRejected'));
    throw new SocialFailure('clientRefused', statusProblem(answer.status, answer.text));
  }
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the provider's response about the user. Throws `SocialFailure` when it is invalid. */
export async function requestWith<S extends z.ZodType>(
  httpSend: HttpSend,
  address: string,
  headers: Record<string, string>,
  schema: S,
): Promise<z.output<S>> {
  const answer = await httpSend({
    method: 'GET',
    address,
    headers: { accept: 'application/json', ...headers },
    body: null,
  });
  const parsed = schema.safeParse(readJson(answer.text));
  if (answer.status === 200 && parsed.success) return parsed.data;
  throw new SocialFailure(
    answer.status >= 500 ? 'away' : 'wrong',
    problem('identityMissing', { status: answer.status }),
  );
}
