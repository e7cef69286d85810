import { existsSync } from 'node:fs';
import { type BridgeInstance, namespacePath } from './bridgeInstance.ts';
import type { BridgePlan, PlannedSegment } from './plan.ts';
import { uplinkName } from './ruleset.ts';
import { ipBatch, run, runInside } from './run.ts';

interface Link {
  ifname: string;
  master?: string;
  flags: string[];
  addr_info?: { family: string; local: string; prefixlen: number }[];
}

/**
 * Makes the bridges and taps in the namespace match the plan: adds what is missing and removes the
 * rest. `owner`: the ID of the user that can open the taps in addition to root.
 */
export async function setLinks(
  instance: BridgeInstance,
  plan: BridgePlan,
  owner: number | null,
): Promise<void> {
  const currentLinks = new Map(
    (JSON.parse(await run('ip', ['-n', instance.name, '-j', 'address', 'show'])) as Link[]).map(
      (link) => [link.ifname, link],
    ),
  );
  const expectedNames = new Set([uplinkName, 'lo', ...plan.segments.flatMap(namesOf)]);
  const obsolete = [...currentLinks.keys()].filter(
    (name) => !expectedNames.has(name) && /^[bst]/.test(name),
  );
  await ipBatch(instance.name, [
    ...obsolete.map((name) => `link delete dev ${name}`),
    ...plan.segments.flatMap((segment) => bridgeLines(segment, currentLinks)),
    ...plan.segments.flatMap((segment) =>
      segment.nics.flatMap(({ tap }) =>
        tapLines(tap, segment.bridge, currentLinks.get(tap), owner),
      ),
    ),
  ]);
}

const namesOf = ({ bridge, nics, service }: PlannedSegment) => [
  bridge,
  ...nics.map(({ tap }) => tap),
  ...(service ? [service.port] : []),
];

function bridgeLines(
  { bridge, mac, addresses }: PlannedSegment,
  currentLinks: ReadonlyMap<string, Link>,
): string[] {
  const presentLink = currentLinks.get(bridge);
  const addressesOnLink = new Set(
    (presentLink?.addr_info ?? [])
      .filter(({ family }) => family === 'inet')
      .map(({ local, prefixlen }) => `${local}/${prefixlen}`),
  );
  return [
    // Without snooping, every multicast frame reaches every interface, as neighbor discovery
    // requires.
    ...(presentLink
      ? []
      : [
          `link add dev ${bridge} address ${mac} type bridge mcast_snooping 0`,
          `link set dev ${bridge} up`,
        ]),
    ...[...addressesOnLink]
      .filter((address) => !addresses.includes(address))
      .map((address) => `address delete ${address} dev ${bridge}`),
    ...addresses
      .filter((address) => !addressesOnLink.has(address))
      .map((address) => `address add ${address} dev ${bridge}`),
  ];
}

function tapLines(
  tap: string,
  bridge: string,
  presentLink: Link | undefined,
  owner: number | null,
): string[] {
  if (presentLink?.master === bridge) return [];
  return [
    ...(presentLink
      ? []
      : [`tuntap add dev ${tap} mode tap${owner === null ? '' : ` user ${owner}`}`]),
    `link set dev ${tap} master ${bridge} up`,
  ];
}

/**
 * Creates the namespace with its own settings. Namespace names are kept in /run, so they are gone
 * after a restart of the machine.
 */
export async function makeNamespace(name: string): Promise<void> {
  if (existsSync(namespacePath(name))) return;
  await run('ip', ['netns', 'add', name]);
  await runInside(name, 'sh', [
    '-c',
    settings.map(([key, value]) => `echo ${value} >/proc/sys/net/${key}`).join(' && '),
  ]);
  await ipBatch(name, ['link set dev lo up']);
}

/** IPv6 between guests is forwarded. The namespace itself doesn't use it. */
const settings: readonly [string, string][] = [
  ['ipv4/ip_forward', '1'],
  ['ipv4/conf/all/send_redirects', '0'],
  ['ipv4/conf/default/send_redirects', '0'],
  ['ipv6/conf/all/disable_ipv6', '1'],
  ['ipv6/conf/default/disable_ipv6', '1'],
  ['bridge/bridge-nf-call-iptables', '1'],
  ['bridge/bridge-nf-call-ip6tables', '1'],
  ['bridge/bridge-nf-call-arptables', '0'],
];

export async function removeNamespace(name: string): Promise<void> {
  if (existsSync(namespacePath(name))) await run('ip', ['netns', 'delete', name]);
}

export const serviceNamespace = (instance: BridgeInstance, suffix: string) =>
  `${instance.name}-${suffix}`;

/**
 * The address of the service in a network with an external gateway, where it provides only DHCP.
 */
export const placeholderAddress = '169.254.0.1/32';

/**
 * The namespace that serves a private network: contains an interface connected to the network's
 * bridge.
 */
export async function setService(instance: BridgeInstance, segment: PlannedSegment): Promise<void> {
  const { service, bridge, subnets } = segment;
  if (!service) return;
  const name = serviceNamespace(instance, service.suffix);
  await makeNamespace(name);
  const links = JSON.parse(await run('ip', ['-n', instance.name, '-j', 'link', 'show'])) as Link[];
  if (!links.some(({ ifname }) => ifname === service.port))
    await ipBatch(instance.name, [
      `link add ${service.port} type veth peer name eth0 netns ${name}`,
      `link set dev ${service.port} master ${bridge} up`,
    ]);
  const addresses = service.addresses.length > 0 ? service.addresses : [placeholderAddress];
  await runInside(name, 'sh', ['-c', 'echo 0 >/proc/sys/net/ipv4/ip_forward']);
  await ipBatch(name, [
    'link set dev eth0 up',
    'address flush dev eth0 scope global',
    'address flush dev eth0 scope link',
    ...addresses.map((address) => `address add ${address} dev eth0`),
    ...subnets.map(({ network, prefix }) => `route replace ${network}/${prefix} dev eth0`),
  ]);
}
