import { BlockList, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The firewall model of a network interface. Engines compile their filters from it and `decide`
 * evaluates it, so that predictions on screens match the actual behavior. Rules apply to the first
 * packet of a connection. Replies and related packets (ICMP errors) always pass. Neighbor
 * discovery, ARP and DHCP with the network itself are never filtered.
 */
export interface FirewallRule {
  id: string;
  /** From the server's perspective: `in` = toward the server. */
  direction: FirewallDirection;
  protocol: FirewallProtocol;
  /** Destination port ranges, inclusive. Empty: all ports. Only for tcp and udp. */
  ports: readonly PortRange[];
  /**
   * IPv4 and IPv6 ranges of the remote host (`192.0.2.0/24`). Null: any. An empty list matches
   * none.
   */
  remotes: readonly string[] | null;
  action: FirewallAction;
}

/**
 * The policy of one network interface: the first matching rule decides, otherwise the default of
 * the direction.
 */
export interface FirewallPolicy {
  in: FirewallAction;
  out: FirewallAction;
  rules: readonly FirewallRule[];
}

export type FirewallDirection = 'in' | 'out';
export type FirewallProtocol = 'tcp' | 'udp' | 'icmp' | 'any';
export type FirewallAction = 'accept' | 'drop';
export type PortRange = readonly [from: number, to: number];

/** The first packet of a connection. `port`: its destination port, for tcp and udp. */
export interface FirewallPacket {
  direction: FirewallDirection;
  protocol: 'tcp' | 'udp' | 'icmp';
  port?: number;
  /** The remote host's address. */
  remote: string;
}

export interface FirewallDecision {
  action: FirewallAction;
  /** The rule that decided. Null when no rule matched and the default applied. */
  rule: FirewallRule | null;
}

/**
 * The level of enforcement: all rules, only forwarded ports (user mode), or nothing (simulated).
 */
export type FirewallEnforcement = 'all' | 'forwards' | 'nothing';

export const openPolicy: FirewallPolicy = { in: 'accept', out: 'accept', rules: [] };

export function decide(policy: FirewallPolicy, packet: FirewallPacket): FirewallDecision {
  const rule = policy.rules.find((candidate) => matches(candidate, packet)) ?? null;
  return { action: rule?.action ?? policy[packet.direction], rule };
}

function matches(rule: FirewallRule, packet: FirewallPacket): boolean {
  if (rule.direction !== packet.direction) return false;
  if (rule.protocol !== 'any' && rule.protocol !== packet.protocol) return false;
  if (
    rule.ports.length > 0 &&
    !rule.ports.some(
      ([from, to]) => packet.port !== undefined && packet.port >= from && packet.port <= to,
    )
  )
    return false;
  return rule.remotes?.some((range) => contains(range, packet.remote)) ?? true;
}

function contains(range: string, address: string): boolean {
  const { network, prefix, family } = parseRange(range) ?? {};
  if (network === undefined || prefix === undefined || family === undefined) return false;
  if ((family === 'ipv4') !== isIPv4(address)) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list.check(address, family);
}

export interface AddressRange {
  network: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/** `192.0.2.0/24`, `192.0.2.7`, `2001:db8::/32`. Null when invalid. */
export function parseRange(text: string): AddressRange | null {
  const [network = '', length, ...rest] = text.split('/');
  const family = isIPv4(network)
    ? 'ipv4'
    : isIPv6(network) && !network.includes('%')
      ? 'ipv6'
      : null;
  const maxPrefix = family === 'ipv4' ? 32 : 128;
  if (!family || rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length)))
    return null;
  const prefix = length === undefined ? maxPrefix : Number(length);
  return prefix > maxPrefix ? null : { network, prefix, family };
}

/**
 * The range in its stored form: the network that contains the address (`10.0.0.5/24` becomes
 * `10.0.0.0/24`), in canonical notation. Null when invalid.
 */
export function normalizeRange(text: string): string | null {
  const range = parseRange(text.trim());
  if (!range) return null;
  const bytes = ipaddr.parse(range.network).toByteArray();
  const masked = bytes.map(
    (byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, range.prefix - index * 8))) & 0xff,
  );
  const network = ipaddr.fromByteArray(masked);
  const normalized =
    network.kind() === 'ipv6' ? (network as ipaddr.IPv6).toRFC5952String() : network.toString();
  return text.includes('/') ? `${normalized}/${range.prefix}` : normalized;
}

/** The problem of a policy, as one sentence, or null. */
export function policyProblem(policy: FirewallPolicy): string | null {
  if (policy.rules.length > maxRules)
    return `${policy.rules.length} rules were given; a network card has ${maxRules} at most.`;
  for (const { protocol, ports, remotes } of policy.rules) {
    if (ports.length > 0 && protocol !== 'tcp' && protocol !== 'udp')
      return 'Only TCP and UDP have ports.';
    for (const [from, to] of ports)
      if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1 || to > 65_535 || from > to)
        return `${from}-${to} are no ports (1 to 65535).`;
    for (const range of remotes ?? [])
      if (!parseRange(range)) return `"${range}" is no address range (like 192.0.2.0/24).`;
  }
  return null;
}

export const maxRules = 500;
