import type { ServerData } from './ServerDetail.tsx';

/** The properties of a network interface that the guest needs. */
export type GuestNic = Pick<ServerData['nics'][number], 'mac' | 'addresses'>;
type NicAddress = GuestNic['addresses'][number];

const isIpv6 = ({ address }: NicAddress): boolean => address.includes(':');
const interfaceName = (mac: string): string =>
  `card-${mac.replaceAll(':', '').slice(-6).toLowerCase()}`;
const serversOf = (addresses: readonly NicAddress[]): string[] => [
  ...new Set(addresses.flatMap(({ dns }) => dns)),
];

/**
 * Whether the guest can't get all of its addresses from the network. This is always the case for
 * IPv6, and for IPv4 without DHCP.
 */
export const needsExplanation = ({ addresses }: GuestNic): boolean =>
  addresses.some(({ dhcp }) => !dhcp);

/** The path of the file for `netplanOf`. */
export const netplanFile = ({ mac }: GuestNic): string =>
  `/etc/netplan/90-${interfaceName(mac)}.yaml`;

/**
 * The interface configuration for netplan, matched by MAC address, regardless of the interface name
 * in the guest.
 */
export function netplanOf({ mac, addresses }: GuestNic): string {
  const staticAddresses = addresses.filter(({ dhcp }) => !dhcp);
  const routes = addresses.flatMap((address) => [
    ...(address.gateway !== null && !address.dhcp
      ? [{ to: isIpv6(address) ? '"::/0"' : '"0.0.0.0/0"', via: address.gateway }]
      : []),
    ...address.routes.map(({ to, via }) => ({ to: `"${to}"`, via })),
  ]);
  const servers = serversOf(addresses);
  return [
    ...[
      'network:',
      '  version: 2',
      '  ethernets:',
      `    ${interfaceName(mac)}:`,
      '      match:',
      `        macaddress: "${mac}"`,
    ],
    `      dhcp4: ${addresses.some((address) => address.dhcp && !isIpv6(address))}`,
    ...(addresses.some(isIpv6) ? ['      dhcp6: false', '      accept-ra: false'] : []),
    ...(staticAddresses.length > 0
      ? [
          '      addresses:',
          ...staticAddresses.map(({ address, prefix }) => `        - "${address}/${prefix}"`),
        ]
      : []),
    ...(servers.length > 0
      ? [
          '      nameservers:',
          '        addresses:',
          ...servers.map((server) => `          - "${server}"`),
        ]
      : []),
    ...(routes.length > 0
      ? [
          '      routes:',
          ...routes.flatMap(({ to, via }) => [`        - to: ${to}`, `          via: "${via}"`]),
        ]
      : []),
  ].join('\n');
}

/** The interface configuration for /etc/network/interfaces, by its name in the guest. */
export function interfacesOf({ addresses }: GuestNic, name: string): string {
  return [`auto ${name}`, ...addresses.map((address) => stanzaOf(address, name))].join('\n');
}

function stanzaOf(address: NicAddress, name: string): string {
  const family = isIpv6(address) ? 'inet6' : 'inet';
  const ip = isIpv6(address) ? 'ip -6' : 'ip';
  const { gateway, dns, routes, dhcp } = address;
  return [
    `iface ${name} ${family} ${dhcp ? 'dhcp' : 'static'}`,
    ...(dhcp ? [] : [`    address ${address.address}/${address.prefix}`]),
    ...(dhcp || gateway === null ? [] : [`    gateway ${gateway}`]),
    ...(isIpv6(address) ? ['    accept_ra 0'] : []),
    ...(dns.length > 0 && !dhcp ? [`    dns-nameservers ${dns.join(' ')}`] : []),
    ...routes.map(({ to, via }) => `    up ${ip} route add ${to} via ${via} dev ${name}`),
  ].join('\n');
}
