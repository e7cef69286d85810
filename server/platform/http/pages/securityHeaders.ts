import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/**
 * Sets the headers that all responses have, including errors. Pages add their own content security
 * policy with a nonce (`webPages.ts`).
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
 * The content security policy of a page. Scripts and styles must come from our own host or have
 * this page's nonce. Everything else is blocked, except for the given hosts, whose scripts need an
 * additional trusted types policy of the page.
 */
export function pagePolicy(nonce: string, hosts: PageHosts | null): string {
  const extraHosts = (kind: keyof PageHosts): string =>
    (hosts?.[kind] ?? []).map((host) => ` ${host}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${extraHosts('scripts')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${extraHosts('images')}`,
    "font-src 'self'",
    `connect-src 'self'${extraHosts('connections')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Only the sanitizer for resellers' HTML can turn text into markup or code.
    "require-trusted-types-for 'script'",
    `trusted-types dompurify${hosts ? ' default' : ''}`,
  ].join('; ');
}
