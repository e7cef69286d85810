import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/**
 * Headers that every answer carries, errors too. Pages add their own content security policy with a
 * nonce (`webPages.ts`).
 */
export function setSecurityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'same-origin');
  reply.header('cross-origin-opener-policy', 'same-origin');
  reply.header('cross-origin-resource-policy', 'same-origin');
  reply.header('x-frame-options', 'DENY');
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  if (config.publicUrl?.startsWith('https:'))
    reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  if (/^\/(svc|service|server|schema|info)(\/|\?|$)/.test(request.url))
    reply.header('cache-control', 'no-store');
}

/** Origins that a page can access in addition to our own. */
export interface PageHosts {
  scripts: readonly string[];
  connections: readonly string[];
  images: readonly string[];
  frames: readonly string[];
}

/**
 * The policy of a page: scripts and styles of our own host, or carrying this page's nonce; nothing
 * in frames, nothing elsewhere but at the hosts given, whose scripts are let in by a policy of the
 * page's own.
 */
export function pagePolicy(nonce: string, hosts: PageHosts | null): string {
  const beside = (kind: keyof PageHosts): string =>
    (hosts?.[kind] ?? []).map((host) => ` ${host}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${beside('scripts')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${beside('images')}`,
    "font-src 'self'",
    `connect-src 'self'${beside('connections')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Text becomes markup or code nowhere but through the one cleaner of reseller's HTML.
    "require-trusted-types-for 'script'",
    `trusted-types dompurify${hosts ? ' default' : ''}`,
  ].join('; ');
}
