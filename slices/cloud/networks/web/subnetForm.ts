import type { Calls } from '../../../../web/client.ts';
import type { Subnet } from './network.tsx';

/** The raw input of the subnet form. */
export type SubnetForm = {
  cidr: string;
  gateway: string;
  dns: string;
  dhcp: boolean;
  routes: string;
  description: string;
};

type Body = Calls['createSubnet']['in']['body'];

export const emptySubnet = (cidr: string): SubnetForm => ({
  cidr,
  gateway: '',
  dns: '',
  dhcp: true,
  routes: '',
  description: '',
});

export const formOf = ({ cidr, gateway, dns, dhcp, routes, description }: Subnet): SubnetForm => ({
  ...{ cidr, dhcp, description, gateway: gateway ?? '', dns: dns.join(', ') },
  routes: routes.map(({ to, via }) => `${to} via ${via}`).join('\n'),
});

const parts = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * Parses `10.9.0.0/16 via 10.8.0.1`, with or without `via`. Other input is sent unchanged, so that
 * the error quotes it.
 */
function routeOf(line: string): { to: string; via: string } {
  const [to = '', ...rest] = line.split(/\s+/).filter((part) => part.toLowerCase() !== 'via');
  return { to, via: rest.join(' ') };
}

/** The request body without the range. The DHCP field is ignored for IPv6, which has no DHCP. */
export function settingsOf({
  cidr,
  gateway,
  dns,
  dhcp,
  routes,
  description,
}: SubnetForm): Omit<Body, 'cidr'> {
  return {
    gateway: gateway.trim(),
    dns: parts(dns, /[\s,]+/),
    dhcp: dhcp && !cidr.includes(':'),
    routes: parts(routes, /\n/).map(routeOf),
    description: description.trim(),
  };
}
