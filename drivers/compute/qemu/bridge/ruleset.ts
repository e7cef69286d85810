import type { FirewallDirection, FirewallPolicy, FirewallRule, PortRange } from '../../firewall.ts';
import { parseRange } from '../../firewall.ts';
import type { BridgePlan, PlannedNic } from './plan.ts';

/** The uplink's end inside the namespace. */
export const uplinkName = 'up0';

/**
 * The complete nftables ruleset of the namespace, to be loaded atomically. Two layers:
 * - `bridge`: anti-spoofing of each interface (MAC, IPv4, IPv6, ARP), and the sending and receiving
 *   interface of each frame, stored in the packet mark (low half: sender, high half: receiver).
 * - `inet`, reached through br_netfilter: connection tracking and the firewalls of the sending and
 *   the receiving interface.
 */
export function ruleset(plan: BridgePlan): string {
  const nics = plan.segments.flatMap(({ nics: own }) => own);
  const services = plan.segments.flatMap(({ service }) => (service ? [service.port] : []));
  return [
    ...[
      'table bridge cloudberth',
      'delete table bridge cloudberth',
      'table inet cloudberth',
      'delete table inet cloudberth',
    ],
    bridgeTable(nics, services),
    inetTable(plan, nics),
    '',
  ].join('\n');
}

function bridgeTable(nics: readonly PlannedNic[], services: readonly string[]): string {
  const exceptDhcpServices =
    services.length > 0 ? `oifname != { ${services.map(quoted).join(', ')} } ` : '';
  const sourceTaps = [
    ...nics.filter(({ kind }) => kind !== 'wan').map(({ tap }) => tap),
    ...services,
  ].map(quoted);
  return table('bridge', [
    verdicts(
      'sent',
      'ifname',
      nics.map(({ tap, number }) => `${quoted(tap)} : goto from${number}`),
    ),
    verdicts(
      'received',
      'ifname',
      nics.map(({ tap, number }) => `${quoted(tap)} : goto to${number}`),
    ),
    chain('prerouting', [
      'type filter hook prerouting priority -300; policy accept;',
      'meta mark set 0',
      'iifname vmap @sent',
    ]),
    chain('forward', [
      'type filter hook forward priority -200; policy accept;',
      // Only the network's own DHCP server can receive address requests.
      `${exceptDhcpServices}ether type ip udp dport 67 drop`,
      'oifname vmap @received',
    ]),
    // The namespace itself (its gateways, its routes) can't be reached from private networks.
    chain('input', [
      'type filter hook input priority -200; policy accept;',
      ...(sourceTaps.length > 0 ? [`iifname { ${sourceTaps.join(', ')} } drop`] : []),
    ]),
    ...nics.map(identityChain),
    ...nics.map(({ number }) =>
      chain(`to${number}`, [
        `meta mark set (meta mark and 0x0000ffff) or ${hex(number * 0x10000)}`,
      ]),
    ),
  ]);
}

/** Anti-spoofing of an interface. All other frames are dropped. */
function identityChain({ number, mac, ipv4, ipv6 }: PlannedNic): string {
  const from = `meta mark set ${hex(number)}`;
  return chain(`from${number}`, [
    `ether saddr != ${mac} drop`,
    'ether type != { arp, ip, ip6 } drop',
    `ether type arp arp saddr ether != ${mac} drop`,
    ...(ipv4 ? [`ether type arp arp saddr ip != { 0.0.0.0, ${ipv4.address} } drop`] : []),
    `ether type ip ip saddr 0.0.0.0 udp sport 68 udp dport 67 ${from} accept`,
    ...(ipv4 ? [`ether type ip ip saddr != ${ipv4.address} drop`] : []),
    'ether type ip udp sport 67 drop',
    // Drops router advertisements and DHCPv6 server messages.
    'ether type ip6 icmpv6 type { nd-router-advert, nd-redirect } drop',
    'ether type ip6 udp sport 547 drop',
    ...(ipv6
      ? [
          // The address of a neighbor advertisement starts at its ninth byte.
          `ether type ip6 icmpv6 type nd-neighbor-advert @th,64,128 != { ${ipv6.map(({ number: value }) => value).join(', ')} } drop`,
          `ether type ip6 ip6 saddr != { ::, ${ipv6.map(({ address }) => address).join(', ')} } drop`,
        ]
      : []),
    from,
    'accept',
  ]);
}

function inetTable(plan: BridgePlan, nics: readonly PlannedNic[]): string {
  const filtered = nics.filter(({ firewall }) => firewall !== undefined);
  const privateBridges = plan.segments.filter(({ kind }) => kind !== 'wan');
  const publicNics = nics.filter(({ kind }) => kind === 'wan');
  return table('inet', [
    verdicts(
      'sent',
      'mark',
      filtered.map(({ number }) => `${hex(number)} : jump sent${number}`),
    ),
    verdicts(
      'received',
      'mark',
      filtered.map(({ number }) => `${hex(number * 0x10000)} : jump received${number}`),
    ),
    verdicts(
      'routed',
      'ipv4_addr',
      [
        ...new Map(
          filtered.flatMap(({ number, ipv4, kind }) =>
            ipv4 && kind === 'wan' ? [[ipv4.address, number] as const] : [],
          ),
        ),
      ].map(([address, number]) => `${address} : jump received${number}`),
    ),
    // Private networks can have overlapping addresses. Conntrack zones separate their connections.
    chain('zones', [
      'type filter hook prerouting priority raw; policy accept;',
      ...privateBridges.map(
        ({ bridge }, index) => `iifname ${quoted(bridge)} ct zone set ${index + 1}`,
      ),
    ]),
    chain('input', [
      'type filter hook input priority filter; policy drop;',
      'ct state established,related accept',
      'iifname "lo" accept',
      `iifname != "${uplinkName}" udp dport { 53, 67 } accept`,
      `iifname != "${uplinkName}" tcp dport 53 accept`,
      'icmp type echo-request accept',
    ]),
    chain('forward', [
      'type filter hook forward priority filter; policy accept;',
      'ct state established,related accept',
      'icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept',
      'udp sport 68 udp dport 67 accept',
      // From the network's own service (DHCP, the portal) over the link of a private network.
      'meta mark and 0x0000ffff == 0 meta mark and 0xffff0000 != 0 accept',
      `iifname "${uplinkName}" ct status and dnat != dnat drop`,
      'ip daddr 169.254.0.0/16 drop',
      'meta mark and 0x0000ffff vmap @sent',
      'meta mark and 0xffff0000 vmap @received',
      'meta mark and 0xffff0000 == 0 ip daddr vmap @routed',
    ]),
    chain('forwards', [
      'type nat hook prerouting priority dstnat; policy accept;',
      ...publicNics.flatMap(({ ipv4, forwards }) =>
        ipv4
          ? forwards.map(
              ({ hostPort, guestPort }) =>
                `iifname "${uplinkName}" tcp dport ${hostPort} dnat ip to ${ipv4.address}:${guestPort}`,
            )
          : [],
      ),
    ]),
    chain('outward', [
      'type nat hook postrouting priority srcnat; policy accept;',
      `oifname "${uplinkName}" masquerade`,
    ]),
    ...filtered.flatMap(({ number, firewall }) => [
      chain(`sent${number}`, firewallLines(firewall as FirewallPolicy, 'out')),
      chain(`received${number}`, firewallLines(firewall as FirewallPolicy, 'in')),
    ]),
  ]);
}

/**
 * One interface's rules for a direction, in order. Accepted packets continue to the other
 * interface's rules.
 */
export function firewallLines(policy: FirewallPolicy, direction: FirewallDirection): string[] {
  const rules = policy.rules.filter((rule) => rule.direction === direction);
  return [...rules.flatMap(ruleLines), verdict(policy[direction])];
}

const verdict = (action: 'accept' | 'drop') => (action === 'accept' ? 'return' : 'drop');

function ruleLines(rule: FirewallRule): string[] {
  const subject = `${protocolMatch(rule)}`;
  return remoteMatches(rule).map((remote) =>
    [remote, subject, verdict(rule.action)].filter(Boolean).join(' '),
  );
}

function protocolMatch({ protocol, ports }: FirewallRule): string {
  if (protocol === 'any') return '';
  if (protocol === 'icmp') return 'meta l4proto { icmp, ipv6-icmp }';
  if (ports.length === 0) return `meta l4proto ${protocol}`;
  return `${protocol} dport { ${mergedPorts(ports)
    .map(([from, to]) => (from === to ? from : `${from}-${to}`))
    .join(', ')} }`;
}

/** One match per address family, and none when the rule matches no address. */
function remoteMatches({ direction, remotes }: FirewallRule): string[] {
  if (remotes === null) return [''];
  const side = direction === 'in' ? 'saddr' : 'daddr';
  return (['ipv4', 'ipv6'] as const).flatMap((family) => {
    const ranges = remotes
      .map(parseRange)
      .filter((range) => range?.family === family && range !== null);
    if (ranges.length === 0) return [];
    if (ranges.some((range) => range?.prefix === 0)) return [`meta nfproto ${family}`];
    const set = mergeRanges(
      ranges.map((range) => numberedRangeOf(range?.network ?? '', range?.prefix ?? 0, family)),
    );
    return [
      `${family === 'ipv4' ? 'ip' : 'ip6'} ${side} { ${set.map(({ text }) => text).join(', ')} }`,
    ];
  });
}

interface NumberedRange {
  text: string;
  first: bigint;
  last: bigint;
}

function numberedRangeOf(network: string, prefix: number, family: 'ipv4' | 'ipv6'): NumberedRange {
  const bits = family === 'ipv4' ? 32 : 128;
  const size = 1n << BigInt(bits - prefix);
  const value = addressNumber(network);
  const first = value - (value % size);
  return { text: `${network}/${prefix}`, first, last: first + size - 1n };
}

/** Keeps only ranges that aren't contained in another, because nftables rejects nested ranges. */
function mergeRanges(ranges: readonly NumberedRange[]): NumberedRange[] {
  const sorted = [...ranges].sort((a, b) =>
    a.first === b.first
      ? Number(b.last > a.last) - Number(b.last < a.last)
      : a.first < b.first
        ? -1
        : 1,
  );
  const maximalRanges: NumberedRange[] = [];
  for (const range of sorted)
    if (range.last > (maximalRanges.at(-1)?.last ?? -1n)) maximalRanges.push(range);
  return maximalRanges;
}

function mergedPorts(ports: readonly PortRange[]): PortRange[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ports].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** An address as a number. */
export function addressNumber(address: string): bigint {
  if (!address.includes(':'))
    return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const tail = dotted ? addressNumber(dotted[2] ?? '') : 0n;
  const plain = dotted
    ? `${dotted[1]}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`
    : address;
  const [head = '', rest] = plain.split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const zeros = rest === undefined ? 0 : 8 - groups(head).length - groups(rest).length;
  return [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(rest)].reduce(
    (sum, group) => (sum << 16n) + BigInt(`0x${group}`),
    0n,
  );
}

const hex = (value: number) => `0x${value.toString(16).padStart(8, '0')}`;
const quoted = (name: string) => `"${name}"`;
const table = (family: string, parts: readonly string[]) =>
  `table ${family} cloudberth {\n${parts.join('\n')}\n}`;
const chain = (name: string, lines: readonly string[]) => `chain ${name} {\n${lines.join('\n')}\n}`;

function verdicts(name: string, type: string, elements: readonly string[]): string {
  const content = elements.length > 0 ? `elements = { ${elements.join(', ')} }\n` : '';
  return `map ${name} {\ntype ${type} : verdict\n${content}}`;
}
