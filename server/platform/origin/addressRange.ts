import ipaddr from 'ipaddr.js';

/** Normalizes `192.0.2.7`, `192.0.2.0/24`, or `2001:db8::/48`. Returns null if it is invalid. */
export function parseRange(input: string): string | null {
  const text = input.trim();
  try {
    if (text.includes('/')) {
      const [address, bits] = ipaddr.parseCIDR(text);
      const network =
        address.kind() === 'ipv4'
          ? ipaddr.IPv4.networkAddressFromCIDR(text)
          : ipaddr.IPv6.networkAddressFromCIDR(text);
      return `${network.toString()}/${bits}`;
    }
    // Requires all four parts of an IPv4 address, because some programs accept `127.1`, while for
    // users it is a typo.
    if (!ipaddr.isValid(text) || (!text.includes(':') && text.split('.').length !== 4)) return null;
    return ipaddr.process(text).toString();
  } catch {
    return null;
  }
}

/** Whether an address is in one of the ranges. IPv4 addresses mapped to IPv6 count as IPv4. */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = range.includes('/')
      ? ipaddr.parseCIDR(range)
      : [ipaddr.parse(range), null];
    if (network.kind() !== caller.kind()) return false;
    return caller.match(network, bits ?? (network.kind() === 'ipv4' ? 32 : 128));
  });
}
