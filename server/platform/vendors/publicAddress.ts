import { BlockList, isIPv6 } from 'node:net';

/**
 * Ranges that don't belong to the public internet, from the IANA special-purpose address
 * registries.
 */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/**
 * The only IPv6 range assigned to the public internet, and its subranges that don't belong to it
 * (Teredo, 6to4, documentation).
 */
const publicIpv6 = '2000::/3';
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

function blockList(type: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network, prefix] = range.split('/') as [string, string];
    list.addSubnet(network, Number(prefix), type);
  }
  return list;
}

const notPublicIpv4 = blockList('ipv4', specialIpv4);
const maybePublicIpv6 = blockList('ipv6', [publicIpv6]);
const notPublicIpv6 = blockList('ipv6', specialIpv6);

/**
 * Whether the address belongs to the public internet. An IPv4 address within IPv6 (mapped,
 * translated, 6to4) doesn't, because it's outside of 2000::/3 or in a special range.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !notPublicIpv4.check(address, 'ipv4');
  return maybePublicIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6');
}
