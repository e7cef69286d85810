import { createHash } from 'node:crypto';
import type { NicAddress } from '../../port.ts';
import { tapName } from '../bridge/plan.ts';
import { qemuError } from '../errors.ts';
import type { NicState, ServerState } from '../state.ts';
import { openForwards } from './openForwards.ts';

/** QEMU's options for the host side of a network interface. `hostfwd` can occur several times. */
export interface NetdevOptions {
  type: 'user' | 'hubport' | 'socket' | 'tap';
  id: string;
  settings: Record<string, string | number>;
  hostfwd: string[];
}

/**
 * In bridge mode, a tap (see `bridge/`). Otherwise QEMU creates a private network per interface,
 * without root privileges: the guest gets exactly the chosen address by DHCP, the gateway provides
 * outgoing access, and selected TCP ports are reachable at 127.0.0.1. A restricted network is
 * reachable only through those ports. An interface without IPv4 is on an isolated segment.
 */
export function netdevOptions(
  nic: NicState,
  { networkMode, isRestricted }: Pick<ServerState, 'networkMode' | 'isRestricted'> = {},
): NetdevOptions {
  const id = netdevId(nic);
  if (networkMode === 'bridge')
    return {
      type: 'tap',
      id,
      settings: { ifname: tapName(nic.tap ?? 0), script: 'no', downscript: 'no' },
      hostfwd: [],
    };
  if (nic.segment && nic.segment.kind !== 'wan')
    return {
      type: 'socket',
      id,
      settings: { mcast: multicastGroup(nic.segment.id), localaddr: '127.0.0.1' },
      hostfwd: [],
    };
  if (!nic.ipv4) return { type: 'hubport', id, settings: { hubid: nic.slot }, hostfwd: [] };
  const { network, prefix, gateway, resolver } = plan(nic.ipv4);
  const settings = {
    ...{ net: `${network}/${prefix}`, host: gateway, dhcpstart: nic.ipv4.address, dns: resolver },
    ...(isRestricted && { restrict: 'on' }),
  };
  const hostfwd = openForwards(nic).map((guestPort) => {
    const existing = nic.forwards.find((forward) => forward.guestPort === guestPort);
    return `tcp:127.0.0.1:${existing?.hostPort ?? 0}-:${guestPort}`;
  });
  return { type: 'user', id, settings, hostfwd };
}

/**
 * Without root, the interfaces of a private network share a multicast group of this machine derived
 * from the network ID: an address from 239.192.0.0/14 (RFC 2365) and a port, so that two networks
 * collide once in 10^10.
 */
function multicastGroup(segmentId: string): string {
  const hash = createHash('sha256').update(segmentId).digest();
  const address = [239, 192 + (hash.readUInt8(0) & 3), hash.readUInt8(1), hash.readUInt8(2)].join(
    '.',
  );
  return `${address}:${1024 + (hash.readUInt16BE(3) % 31_000)}`;
}

export const netdevId = (nic: { slot: number }) => `net${nic.slot}`;
export const nicDeviceId = (nic: { slot: number }) => `nic${nic.slot}`;

/** The same options in command-line form. */
export function netdevArgument({ type, id, settings, hostfwd }: NetdevOptions): string {
  const pairs = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  return [type, `id=${id}`, ...pairs, ...hostfwd.map((rule) => `hostfwd=${rule}`)].join(',');
}

/** The same options for QMP's `netdev_add`. */
export function netdevCommand({
  type,
  id,
  settings,
  hostfwd,
}: NetdevOptions): Record<string, unknown> {
  return {
    type,
    id,
    ...settings,
    ...('restrict' in settings && { restrict: true }),
    ...(hostfwd.length > 0 && { hostfwd: hostfwd.map((str) => ({ str })) }),
  };
}

/**
 * QEMU's network needs an address for name resolution (it forwards queries to the host's resolver),
 * so a network of four addresses is widened to eight. It also needs one for the gateway. If the
 * network has no gateway, the first address that isn't the server's is used. Requested name servers
 * can't be announced in this mode.
 */
function plan(ipv4: NicAddress): {
  network: string;
  prefix: number;
  gateway: string;
  resolver: string;
} {
  const prefix = Math.min(ipv4.prefix, 29);
  const size = 2 ** (32 - prefix);
  const address = toNumber(ipv4.address);
  const network = address - (address % size);
  const gateway =
    ipv4.gateway === undefined
      ? network + (address === network + 1 ? 2 : 1)
      : toNumber(ipv4.gateway);
  if (gateway - (gateway % size) !== network)
    throw qemuError(
      'refused',
      `The gateway ${ipv4.gateway} is not in the network of ${ipv4.address}/${ipv4.prefix}.`,
    );
  if (gateway === address)
    throw qemuError(
      'refused',
      `${ipv4.address} cannot be the address of the server and of its gateway at once.`,
    );
  for (let offset = size - 2; offset > 0; offset--) {
    const candidate = network + offset;
    if (candidate === address || candidate === gateway) continue;
    return {
      network: toText(network),
      prefix,
      gateway: toText(gateway),
      resolver: toText(candidate),
    };
  }
  throw qemuError(
    'refused',
    `The network of ${ipv4.address}/${ipv4.prefix} has no address left for name resolution.`,
  );
}

const toNumber = (address: string) =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const toText = (value: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

/**
 * Parses the host ports that QEMU opened from the output of `info usernet`: one table per network
 * interface.
 */
export function forwardsFrom(
  text: string,
  nics: readonly NicState[],
): Map<string, NicState['forwards']> {
  const found = new Map<string, NicState['forwards']>();
  let nic: NicState | undefined;
  for (const line of text.split('\n')) {
    const heading = /\((\S+)\):\s*$/.exec(line)?.[1];
    if (heading) nic = nics.find((one) => netdevId(one) === heading);
    const rule = /TCP\[HOST_FORWARD\]\s+\d+\s+(\S+)\s+(\d+)\s+\S+\s+(\d+)/.exec(line);
    if (!rule || !nic) continue;
    const forward = { guestPort: Number(rule[3]), host: rule[1] ?? '', hostPort: Number(rule[2]) };
    found.set(nic.id, [...(found.get(nic.id) ?? []), forward]);
  }
  return found;
}
