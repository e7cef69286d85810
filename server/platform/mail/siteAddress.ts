import { type AddressInfo, isIPv6 } from 'node:net';
import type { Context } from '../context.ts';

/**
 * Called after the portal starts to listen, because the operating system can choose the port.
 * `address` is the address reported by the server.
 */
export function setListeningPort(
  services: Context['services'],
  address: AddressInfo | string | null,
): void {
  if (typeof address === 'object' && address) services.listening.port = address.port;
}

/**
 * The URL of the context's site, such as `https://portal.example.com`, without a trailing slash.
 * Always uses stored values: the public URL for the root site. Other sites use their first hostname
 * with a valid ownership verification, otherwise the public URL, otherwise the address on which the
 * portal listens. Never uses the Host header of a call, because an attacker could then redirect the
 * links in our emails.
 */
export function siteAddress(ctx: Pick<Context, 'site' | 'services'>): string {
  const { config } = ctx.services;
  const base = new URL(config.publicUrl ?? listeningAddress(ctx.services));
  const isRootSite = !ctx.site.path.includes('/');
  const host =
    isRootSite && config.publicUrl !== undefined
      ? undefined
      : ctx.site.hosts.find((name) => !ctx.site.lapsedHosts.includes(name));
  // A proxy serves all sites with the same protocol and port.
  if (host) base.hostname = host;
  return base.origin;
}

function listeningAddress(services: Context['services']): string {
  const { host } = services.config;
  const port = services.listening.port ?? services.config.port;
  const isWildcardAddress = host === '0.0.0.0' || host === '::';
  const name = isWildcardAddress ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return port === 0 ? `http://${name}` : `http://${name}:${port}`;
}
