import { type AddressInfo, isIPv6 } from 'node:net';
import type { Context } from '../context.ts';

/**
 * Called after the portal starts to listen, because the system may have chosen the port. `address`:
 * as reported by the server.
 */
export function listensAt(
  services: Context['services'],
  address: AddressInfo | string | null,
): void {
  if (typeof address === 'object' && address) services.listening.port = address.port;
}

/**
 * `https://portal.example.com`: the address of the context's site, without a slash at the end.
 * Always from stored values: the public URL for the root site, and for others their first hostname
 * with a valid ownership proof, or else the public URL, or else the address the portal listens on.
 * Never from a call's Host header, with which an attacker could redirect the links in our emails.
 */
export function siteAddress(ctx: Pick<Context, 'site' | 'services'>): string {
  const { config } = ctx.services;
  const base = new URL(config.publicUrl ?? listeningAddress(ctx.services));
  const isRootSite = !ctx.site.path.includes('/');
  const host =
    isRootSite && config.publicUrl !== undefined
      ? undefined
      : ctx.site.hosts.find((name) => !ctx.site.lapsedHosts.includes(name));
  // A proxy serves every site with the same protocol and port.
  if (host) base.hostname = host;
  return base.origin;
}

function listeningAddress(services: Context['services']): string {
  const { host } = services.config;
  const port = services.listening.port ?? services.config.port;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return port === 0 ? `http://${name}` : `http://${name}:${port}`;
}
