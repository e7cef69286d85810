import type { Ask, TokenKeeper, Tokens } from './port.ts';

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
export function withBearer({ tokens, renew, now }: Bearer, ask: Ask): Ask {
  return async (request) => {
    const send = (access: string) =>
      ask({ ...request, headers: { ...request.headers, authorization: `Bearer ${access}` } });
    const kept = await tokens.read();
    const isGood = kept.access !== '' && kept.accessUntil.getTime() - marginMs > now().getTime();
    const access = isGood ? kept.access : (await tokens.renew(kept.access, renew)).access;
    const response = await send(access);
    if (response.status !== 401 || !isGood) return response;
    return await send((await tokens.renew(access, renew)).access);
  };
}

/** Stores the tokens of client credentials in memory. A new process requests its own. */
export function memoryKeeper(): TokenKeeper {
  let kept: Tokens = { access: '', accessUntil: new Date(0), refresh: '', refreshUntil: null };
  let renewing: Promise<Tokens> | null = null;
  return {
    read: async () => kept,
    renew: async (stale, renew) => {
      if (kept.access !== '' && kept.access !== stale) return kept;
      renewing ??= renew(kept.refresh).finally(() => {
        renewing = null;
      });
      kept = await renewing;
      return kept;
    },
  };
}

/** The `Authorization` header of a client at its token endpoint (RFC 6749, 2.3.1). */
export const basicCredentials = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
