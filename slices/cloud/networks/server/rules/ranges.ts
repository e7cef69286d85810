import ipaddr from 'ipaddr.js';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A normalized address range. */
export interface Range {
  cidr: string;
  family: 4 | 6;
  prefix: number;
  isPrivate: boolean;
}

/** Allowed prefix lengths of subnets. */
const sizes = { 4: { least: 12, most: 30 }, 6: { least: 48, most: 126 } } as const;

/** Addresses that are reserved for purposes other than servers. */
const otherPurposes: readonly (readonly [cidr: string, why: LocalizedText])[] = [
  ['0.0.0.0/8', localize('ranges.otherPurposes.unspecifiedAddress')],
  ['127.0.0.0/8', localize('ranges.otherPurposes.loopbackAddress')],
  ['169.254.0.0/16', localize('ranges.otherPurposes.linkLocalAddressWhere')],
  ['224.0.0.0/4', localize('ranges.otherPurposes.multicastAddress')],
  ['240.0.0.0/4', localize('ranges.otherPurposes.reservedInternetStandards')],
  ['::/8', localize('ranges.otherPurposes.reservedInternetStandards')],
  ['2002::/16', localize('ranges.otherPurposes.reserved6to4Tunnels')],
  ['fe80::/9', localize('ranges.otherPurposes.linkLocalAddress')],
  ['ff00::/8', localize('ranges.otherPurposes.multicastAddress')],
];
/** RFC 1918, RFC 6598, RFC 4193. */
const privateRanges = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
];

const covers = (range: string, address: Address, prefix: number): boolean => {
  const [network, bits] = ipaddr.parseCIDR(range);
  return network.kind() === address.kind() && prefix >= bits && address.match(network, bits);
};
const overlaps = (range: string, address: Address, prefix: number): boolean => {
  const [network, bits] = ipaddr.parseCIDR(range);
  return network.kind() === address.kind() && address.match(network, Math.min(bits, prefix));
};

/** Returns why the address can't be assigned to a server or name server. Null if it can. */
export const otherPurpose = (address: string): LocalizedText | null => {
  const parsed = ipaddr.parse(address);
  return otherPurposes.find(([range]) => covers(range, parsed, 128))?.[1] ?? null;
};

function parse(input: string): Address | null {
  // Accepts only complete dotted addresses. Some programs accept `127.1`, but it's usually a typo.
  const isValid = input.includes(':')
    ? ipaddr.IPv6.isValid(input)
    : ipaddr.IPv4.isValidFourPartDecimal(input);
  return isValid ? ipaddr.parse(input) : null;
}

const familyOf = (address: Address): 4 | 6 => (address.kind() === 'ipv4' ? 4 : 6);

/**
 * Returns the normalized address and its family. Null if it's invalid. IPv4-mapped IPv6 addresses
 * are rejected.
 */
export function parseAddress(input: string): { address: string; family: 4 | 6 } | null {
  const address = parse(input);
  if (!address || (familyOf(address) === 6 && (address as ipaddr.IPv6).isIPv4MappedAddress()))
    return null;
  return { address: canonicalText(address), family: familyOf(address) };
}

/** Formats an address the same way as PostgreSQL. */
const canonicalText = (address: Address): string =>
  address.kind() === 'ipv4' ? address.toString() : (address as ipaddr.IPv6).toRFC5952String();

/** Parses a range that can be used for a subnet. Returns the reason if it can't. */
export function parseRange(input: string): Range | LocalizedText {
  const [addressText = '', bits = ''] = input.split('/');
  const address = parse(addressText);
  const prefix = Number(bits);
  if (!address || !/^\d{1,3}$/.test(bits) || prefix > (address.kind() === 'ipv4' ? 32 : 128))
    return localize('ranges.readRange.enterAddressPrefixLength');
  const family = familyOf(address);
  const { least, most } = sizes[family];
  if (prefix < least || prefix > most)
    return localize('ranges.readRange.itsPrefixLengthMust', { least, most, prefix });
  const network = networkOf(address, prefix);
  if (network !== canonicalText(address))
    return localize('ranges.readRange.networkStarts', { prefix, network });
  const purpose = otherPurposes.find(([range]) => overlaps(range, address, prefix))?.[1];
  return (
    purpose ?? {
      cidr: `${network}/${prefix}`,
      family,
      prefix,
      isPrivate: privateRanges.some((range) => covers(range, address, prefix)),
    }
  );
}

function networkOf(address: Address, prefix: number): string {
  const text = `${address.toString()}/${prefix}`;
  return canonicalText(
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(text)
      : ipaddr.IPv6.networkAddressFromCIDR(text),
  );
}

/**
 * Whether the address is assignable in the range, which excludes the network address and, for IPv4,
 * the broadcast address.
 */
export function isHostOf(cidr: string, address: string): boolean {
  const parsed = ipaddr.parse(address);
  const [network, prefix] = ipaddr.parseCIDR(cidr);
  if (parsed.kind() !== network.kind() || !parsed.match(network, prefix)) return false;
  if (parsed.toString() === network.toString()) return false;
  return (
    parsed.kind() !== 'ipv4' ||
    parsed.toString() !== ipaddr.IPv4.broadcastAddressFromCIDR(cidr).toString()
  );
}

/**
 * Returns the normalized network of a route. Null if it's invalid or of the other address family.
 */
export function parseDestination(input: string, family: 4 | 6): string | null {
  const [addressText = '', bits = ''] = input.split('/');
  const address = parse(addressText);
  const prefix = Number(bits);
  if (
    !address ||
    familyOf(address) !== family ||
    !/^\d{1,3}$/.test(bits) ||
    prefix > (family === 4 ? 32 : 128)
  )
    return null;
  return networkOf(address, prefix) === canonicalText(address)
    ? `${canonicalText(address)}/${prefix}`
    : null;
}

/**
 * Returns the number of assignable addresses in the range. Null if it is too large to count
 * exactly.
 */
export function hostsOf(cidr: string): number | null {
  const [network, prefix] = ipaddr.parseCIDR(cidr);
  if (network.kind() === 'ipv4') return 2 ** (32 - prefix) - 2;
  return 128 - prefix > 52 ? null : 2 ** (128 - prefix) - 1;
}

/** Specification section 5: a range is displayed only if the prefix is below 23. */
export const isShownAsRange = (prefix: number): boolean => prefix < 23;
