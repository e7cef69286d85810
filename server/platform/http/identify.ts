import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { UserError } from '../../../contract/errors/errors.ts';
import type { Language } from '../../../contract/languages.ts';
import type { Actor, Services } from '../context.ts';
import { type KeyCredentials, keyCredentials, readKey } from '../session/key.ts';
import { readSessionOnce, type SessionLookup } from '../session/session.ts';
import type { SessionEndReason } from '../session/sessionEnd.ts';
import type { Site, SiteDirectory } from '../sites/sites.ts';
import { type CallContext, callContext, languageOf } from './callContext.ts';
import { sessionCookie } from './cookies.ts';
import { isLocalCaller } from './localCaller.ts';

/** The caller's identity and origin. */
export interface Call {
  ctx: CallContext;
  loss: SessionEndReason;
  /** The session cookie. Ignored if a key is sent. */
  cookie: string | undefined;
  /** Why the key of the call isn't accepted. */
  keyProblem: unknown;
}

export const logOf = (request: FastifyRequest): Logger => request.log as Logger;

/** Identifies the caller, the site, and the language, as far as the operation requires them. */
export async function identify(
  { asks }: Pick<Endpoint, 'asks'>,
  request: FastifyRequest,
  { services, sites }: { services: Services; sites: SiteDirectory },
): Promise<Call> {
  const credentials = keyCredentials(request.headers);
  const site =
    credentials || !asks
      ? await sites.forPage(request.host, isLocalCaller(request))
      : await identifySite(asks, request, sites);
  const language = languageOf(request, site);
  if (credentials) return await identifyKey(request, services, credentials, { site, language });
  const cookie = asks ? undefined : sessionCookie(request, services.config);
  const { session, loss }: SessionLookup = cookie
    ? await readSessionOnce(services.database.pool, cookie, site.id, request.ip, language)
    : { session: null, loss: 'none' };
  const actor = session?.actor ?? null;
  const caller = {
    actor,
    site,
    language: actor?.language ?? language,
    ip: request.ip,
    requestId: request.id,
    log: logOf(request),
  };
  return { ctx: callContext(services, caller), loss, cookie, keyProblem: null };
}

async function identifySite(
  asks: NonNullable<Endpoint['asks']>,
  request: FastifyRequest,
  sites: SiteDirectory,
): Promise<Site> {
  const isLocal = isLocalCaller(request);
  if (asks === 'nothing')
    return sites.lastKnown(request.host, isLocal) ?? (await sites.forPage(request.host, isLocal));
  return (await sites.forLook(request.host, isLocal)).site;
}

/**
 * Identifies a program by its key. A call with an invalid key is anonymous, even if there is a
 * session cookie.
 */
async function identifyKey(
  request: FastifyRequest,
  services: Services,
  credentials: KeyCredentials,
  { site, language }: { site: Site; language: Language },
): Promise<Call> {
  let actor: Actor | null = null;
  let keyProblem: unknown = null;
  try {
    actor = await readKey(services, credentials, { siteId: site.id, ip: request.ip, language });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    keyProblem = error;
  }
  const caller = {
    actor,
    site,
    language: actor?.language ?? language,
    ip: request.ip,
    requestId: request.id,
    log: logOf(request),
  };
  return { ctx: callContext(services, caller), loss: 'none', cookie: undefined, keyProblem };
}
