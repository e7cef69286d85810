import { createHash } from 'node:crypto';
import type { FirewallPolicy } from '../../firewall.ts';
import type { NetworkSegment } from '../../port.ts';
import type { NicState, ServerState } from '../state.ts';
import { addressNumber } from './ruleset.ts';

/** A connected network interface of a server that is running or starting. */
export interface PlannedNic {
  /** 1 to 65535, unique in this portal: half of a packet mark. */
  number: number;
  tap: string;
  mac: string;
  kind: NetworkSegment['kind'];
  ipv4?: NonNullable<NicState['ipv4']>;
  /** The allowed IPv6 addresses. Undefined allows any. */
  ipv6?: readonly { address: string; number: string }[];
  firewall?: FirewallPolicy;
  forwards: readonly { guestPort: number; hostPort: number }[];
}

export interface PlannedSubnet {
  network: string;
  prefix: number;
  gateway?: string;
  /** Whether the gateway is announced: its address belongs to the portal or to a guest. */
  hasRouter: boolean;
  routes: readonly { to: string; via: string }[];
  dns: readonly string[];
  hosts: readonly { mac: string; address: string }[];
}

/** A segment with its bridge: the interfaces of one network. */
export interface PlannedSegment {
  id: string;
  kind: NetworkSegment['kind'];
  bridge: string;
  mac: string;
  nics: readonly PlannedNic[];
  subnets: readonly PlannedSubnet[];
  /** The addresses of the bridge itself: gateways and resolvers of public networks. */
  addresses: readonly string[];
  /**
   * Private networks are served (DHCP, access from the portal) from a separate namespace connected
   * to the bridge, because the networks of two customers can use the same addresses.
   */
  service?: { port: string; suffix: string; addresses: readonly string[] };
}

export interface BridgePlan {
  segments: readonly PlannedSegment[];
}

/** The segment of an interface: that of its network, or a separate one. */
export const segmentOf = (nic: NicState): NetworkSegment =>
  nic.segment ?? { id: nic.id, kind: 'wan' };

export const tapName = (number: number) => `t${number}`;

/** The target state for these servers, all of them running in bridge mode. */
export function planOf(states: readonly ServerState[]): BridgePlan {
  const nicPlans = states.flatMap(({ nics }) =>
    nics.flatMap((nic) =>
      nic.tap === undefined ? [] : [{ nic, segment: segmentOf(nic), number: nic.tap }],
    ),
  );
  const ids = [...new Set(nicPlans.map(({ segment }) => segment.id))].sort();
  return {
    segments: ids.map((id) =>
      segmentPlan(
        id,
        nicPlans.filter(({ segment }) => segment.id === id),
      ),
    ),
  };
}

interface SegmentNic {
  nic: NicState;
  segment: NetworkSegment;
  number: number;
}

function segmentPlan(id: string, nics: readonly SegmentNic[]): PlannedSegment {
  const kind = nics[0]?.segment.kind ?? 'lan';
  const hash = createHash('sha256').update(id).digest('hex');
  const short = hash.slice(0, 10);
  const subnets = subnetsOf(nics, kind);
  const ownAddresses = new Set(nics.map(({ nic }) => nic.ipv4?.address));
  const served = subnets.flatMap(({ gateway, prefix }) =>
    gateway === undefined || ownAddresses.has(gateway) ? [] : [`${gateway}/${prefix}`],
  );
  const resolvers = subnets.flatMap(({ dns, network, prefix, gateway }) =>
    dns
      .filter(
        (address) =>
          address !== gateway &&
          !ownAddresses.has(address) &&
          isInNetwork(address, network, prefix),
      )
      .map((address) => `${address}/${prefix}`),
  );
  return {
    ...{ id, kind, bridge: `b${short}`, mac: macFrom(hash), nics: nics.map(plannedNic), subnets },
    addresses: kind === 'wan' ? [...new Set([...served, ...resolvers])] : [],
    ...(kind !== 'wan' &&
      subnets.length > 0 && { service: { port: `s${short}`, suffix: short, addresses: served } }),
  };
}

function plannedNic({ nic, segment, number }: SegmentNic): PlannedNic {
  const mac = nic.mac.toLowerCase();
  return {
    ...{ number, tap: tapName(number), mac, kind: segment.kind },
    ...(nic.ipv4 && { ipv4: nic.ipv4 }),
    ...((nic.ipv4 || nic.ipv6) && {
      ipv6: [linkLocalOf(mac), ...(nic.ipv6 ? [nic.ipv6.address] : [])].map(withNumber),
    }),
    ...(nic.firewall && { firewall: nic.firewall }),
    forwards: nic.forwards.map(({ guestPort, hostPort }) => ({ guestPort, hostPort })),
  };
}

/** The link-local address every interface derives from its MAC address (RFC 4291, appendix A). */
function linkLocalOf(mac: string): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = mac
    .split(':')
    .map((byte) => Number.parseInt(byte, 16));
  const groups = [((a ^ 2) << 8) | b, (c << 8) | 0xff, 0xfe00 | d, (e << 8) | f].map((group) =>
    group.toString(16),
  );
  return `fe80::${groups.join(':')}`;
}

const withNumber = (address: string) => ({
  address,
  number: `0x${addressNumber(address).toString(16).padStart(32, '0')}`,
});

function subnetsOf(nics: readonly SegmentNic[], kind: NetworkSegment['kind']): PlannedSubnet[] {
  const found = new Map<string, PlannedSubnet & { hosts: { mac: string; address: string }[] }>();
  const ownAddresses = new Set(nics.map(({ nic }) => nic.ipv4?.address));
  for (const { nic } of nics) {
    if (!nic.ipv4) continue;
    const { address, prefix, gateway, routes = [], dhcp = true } = nic.ipv4;
    const network = networkOf(address, prefix);
    // Private networks have no resolver, unless a guest provides one.
    const dns = nic.ipv4.dns.filter(
      (server) =>
        kind === 'wan' || ownAddresses.has(server) || !isInNetwork(server, network, prefix),
    );
    const key = JSON.stringify([network, prefix, gateway, dns, routes]);
    const hasGateway = gateway !== undefined && (kind === 'wan' || ownAddresses.has(gateway));
    const subnet = found.get(key) ?? {
      network,
      prefix,
      ...(gateway !== undefined && { gateway }),
      dns,
      routes,
      hasRouter: hasGateway,
      hosts: [],
    };
    if (dhcp) subnet.hosts.push({ mac: nic.mac.toLowerCase(), address });
    found.set(key, subnet);
  }
  return [...found.values()].sort(
    (a, b) =>
      a.network.localeCompare(b.network) || (a.gateway ?? '').localeCompare(b.gateway ?? ''),
  );
}

function networkOf(address: string, prefix: number): string {
  const size = 1n << BigInt(32 - prefix);
  const value = addressNumber(address);
  const first = Number(value - (value % size));
  return [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.');
}

const isInNetwork = (address: string, network: string, prefix: number) =>
  networkOf(address, prefix) === network;

/**
 * A bridge keeps its MAC address whenever it is recreated, because guests cache their gateway's
 * address.
 */
const macFrom = (hash: string) =>
  ['02', ...[10, 12, 14, 16, 18].map((offset) => hash.slice(offset, offset + 2))].join(':');
