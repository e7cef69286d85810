import type { HttpSend, TokenKeeper, Tokens } from './port.ts';

/** A token is renewed this long before it expires. ms */
const marginMs = 60_000;

interface Bearer {
  tokens: TokenKeeper;
  /** Gets the next token from the vendor. */
  renew(refresh: string): Promise<Tokens>;
  now(): Date;
}

/**
 * Sends requests with the access token of a connection. Renews it before it expires, and once when
 * the vendor rejects it, because a token can be revoked early.
 */
export function withBearer({ tokens, renew, now }: Bearer, httpSend: HttpSend): HttpSend {
  return async (request) => {
    const send = (access: string) =>
      httpSend({ ...request, headers: { ...request.headers, authorization: `Bearer ${access}` } });
    const storedTokens = await tokens.read();
    const isTokenValid =
      storedTokens.access !== '' && storedTokens.accessUntil.getTime() - marginMs > now().getTime();
    const access = isTokenValid
      ? storedTokens.access
      : (await tokens.renew(storedTokens.access, renew)).access;
    const response = await send(access);
    if (response.status !== 401 || !isTokenValid) return response;
    return await send((await tokens.renew(access, renew)).access);
  };
}

/** Stores the tokens of client credentials in memory. A new process requests its own. */
export function memoryTokenStore(): TokenKeeper {
  let storedTokens: Tokens = {
    access: '',
    accessUntil: new Date(0),
    refresh: '',
    refreshUntil: null,
  };
  let renewing: Promise<Tokens> | null = null;
  return {
    read: async () => storedTokens,
    renew: async (stale, renew) => {
      if (storedTokens.access !== '' && storedTokens.access !== stale) return storedTokens;
      renewing ??= renew(storedTokens.refresh).finally(() => {
        renewing = null;
      });
      storedTokens = await renewing;
      return storedTokens;
    },
  };
}

/** The `Authorization` header of a client at its token endpoint (RFC 6749, 2.3.1). */
export const basicCredentials = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
