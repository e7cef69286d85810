import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/**
 * `session`: the signed-in user. `step`: the browser between the first and second step of signing
 * in. `browser`: a remembered browser. `social`: a browser that is being redirected to a sign-in
 * provider and back.
 */
type CookieKind = 'session' | 'step' | 'browser' | 'social';

/**
 * With TLS, the name has the prefix `__Host-`, so that no other host or path can set it. Without
 * TLS on loopback addresses, browsers reject such names.
 */
function cookieOf(config: Config, kind: CookieKind): { name: string; isSecure: boolean } {
  const isSecure = config.publicUrl?.startsWith('https:') ?? false;
  return { name: isSecure ? `__Host-${kind}` : `cloudberth_${kind}`, isSecure };
}

export function readCookie(
  request: FastifyRequest,
  config: Config,
  kind: CookieKind,
): string | undefined {
  return request.cookies[cookieOf(config, kind).name];
}

/** Sets a cookie that scripts can't read. Without `days` it is a session cookie. */
export function setCookie(
  reply: FastifyReply,
  config: Config,
  kind: CookieKind,
  value: string,
  days?: number,
): void {
  const { name, isSecure } = cookieOf(config, kind);
  const maxAge = days === undefined ? {} : { maxAge: days * 86_400 };
  reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    ...maxAge,
  });
}

export function clearCookie(reply: FastifyReply, config: Config, kind: CookieKind): void {
  const { name, isSecure } = cookieOf(config, kind);
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure });
}

export const sessionCookie = (request: FastifyRequest, config: Config): string | undefined =>
  readCookie(request, config, 'session');
export const setSessionCookie = (reply: FastifyReply, config: Config, value: string): void =>
  setCookie(reply, config, 'session', value);
export const clearSessionCookie = (reply: FastifyReply, config: Config): void =>
  clearCookie(reply, config, 'session');
