import type { FastifyRequest } from 'fastify';
import { userError } from '../../../contract/errors/errors.ts';
import type { Config } from '../config.ts';
import { hostnameOf, type Site } from '../sites/sites.ts';

/**
 * Throws `crossSite` if the browser reports that a page of another host makes the call. If a proxy
 * doesn't forward the host, the portal's public URL is used instead.
 */
export function requireOwnOrigin(
  { headers, host }: FastifyRequest,
  site: Site,
  { publicUrl }: Config,
): void {
  const { origin } = headers;
  if (origin === undefined || matchesHost(origin, host)) return;
  const isOwnHostname = site.hosts.includes(hostnameOf(host));
  const isBehindProxy =
    publicUrl !== undefined && !isOwnHostname && matchesHost(origin, new URL(publicUrl).host);
  if (!isBehindProxy) throw userError('crossSite');
}

/** `null`, as sent by a sandboxed frame, never matches. The scheme's default port is optional. */
function matchesHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: from } = new URL(origin);
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === from;
}
